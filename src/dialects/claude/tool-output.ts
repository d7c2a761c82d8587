import { isObject, kindOf } from "./settings.ts";

/** The fields that the output of a built-in tool must have (contract: claude.md, sections 2 and 5.8), by what typeof says of them. */
const SHAPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Bash: { stdout: "string", stderr: "string", interrupted: "boolean" },
  PowerShell: { stdout: "string", stderr: "string", interrupted: "boolean" },
  Write: { type: "string", filePath: "string", content: "string" },
  Edit: { filePath: "string", oldString: "string", newString: "string" },
  Read: { type: "string", file: "object" },
};

/** Why a value cannot be the output of a built-in tool; undefined when it can, or when the tool's output is not known. */
export function misfit(tool: string, value: unknown): string | undefined {
  const shape = Object.hasOwn(SHAPES, tool) ? SHAPES[tool] : undefined;
  if (!shape) return undefined;
  if (!isObject(value)) return `expected an object, found ${kindOf(value)}`;
  for (const name in shape) {
    if (typeof value[name] !== shape[name]) return `${name}: expected a ${shape[name]}, found ${kindOf(value[name])}`;
  }
  return undefined;
}
