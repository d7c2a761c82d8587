import { existsSync } from "node:fs";
import { binary } from "./support/binary.ts";
import { node } from "./support/built.ts";

/** The tests run what was built; a part that is missing would make every failure look like something else. */
export default function setup(): void {
  for (const file of [binary, node[1]])
    if (!existsSync(file)) throw new Error(`${file} is missing: npm test builds it, npm run build does only that`);
}
