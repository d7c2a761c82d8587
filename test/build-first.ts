import { existsSync } from "node:fs";
import { binary } from "./support/binary.ts";

/** The tests run the built binary; one that is missing would make every failure look like something else. */
export default function setup(): void {
  if (!existsSync(binary)) throw new Error(`${binary} is missing: npm test builds it, npm run build does only that`);
}
