import { DIALECTS } from "../dialects/index.ts";
import { readArguments } from "./arguments.ts";
import { eventNamed } from "./event-name.ts";
import { print } from "./print.ts";
import { sampleSpec } from "./specs.ts";

/** `hel-hooks sample <event>`: a valid event with every field filled, as the other commands take it on stdin. */
export async function sample(argv: readonly string[]): Promise<number> {
  const { operands, values } = readArguments(sampleSpec, argv);
  const dialect = await DIALECTS[(values["dialect"] ?? "hel") as keyof typeof DIALECTS]();
  const { name } = eventNamed(dialect, operands[0] ?? "");
  await print(`${JSON.stringify(await dialect.sample(name, values["tool"]), null, 2)}\n`);
  return 0;
}
