import * as z from "zod";
import { claudeSchema } from "../dialects/claude/schema.ts";
import { decision, event, hooksFile, output } from "../protocol/schemas.ts";
import { testFile } from "../protocol/test-file.ts";
import { readArguments, UsageError } from "./arguments.ts";
import { print } from "./print.ts";
import { SCHEMA_NAMES, schemaSpec } from "./specs.ts";

const SCHEMAS: Readonly<Record<string, z.ZodType>> = { hooks: hooksFile, event, output, decision, test: testFile };

/** `hel-hooks schema [name]`: a JSON Schema (draft-07, which editors know best) from the schemas that the program itself uses. */
export async function schema(argv: readonly string[]): Promise<number> {
  const { operands, values } = readArguments(schemaSpec, argv);
  const [name] = operands;
  if (name === undefined) {
    const list = SCHEMA_NAMES.map((each) => `${each.padEnd(10)}${SCHEMAS[each]?.description ?? ""}\n`);
    await print(list.join(""));
    return 0;
  }
  if (!Object.hasOwn(SCHEMAS, name))
    throw new UsageError(`there is no schema ${name}: it is one of ${SCHEMA_NAMES.join(", ")}`, {
      given: name,
      allowed: SCHEMA_NAMES,
    });
  const own = values["dialect"] === "claude" ? claudeSchema(name) : undefined;
  if (own) {
    await print(`${JSON.stringify(own, null, 2)}\n`);
    return 0;
  }
  await print(`${JSON.stringify(jsonSchema(SCHEMAS[name] as z.ZodType), null, 2)}\n`);
  return 0;
}

/** The JSON Schema of what may be written, before defaults are filled in. */
export function jsonSchema(type: z.ZodType): object {
  return z.toJSONSchema(type, { target: "draft-7", io: "input", unrepresentable: "any" });
}
