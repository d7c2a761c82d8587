import { lint } from "../lint/lint.ts";
import { SHAPES } from "../lint/products.ts";
import { STRUCTURE } from "../lint/registry.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { readSyntax } from "./syntax.ts";

/**
 * Everything that makes a hel hooks file invalid (contract: hel.md, "Configuration"), in the order of the text; empty when
 * it is valid. These are the errors among the rules of the linter that look at the text alone.
 */
export async function checkHooksFile(bytes: Uint8Array): Promise<readonly Diagnostic[]> {
  const { diagnostics } = await lint(readSyntax(bytes), SHAPES.hel, STRUCTURE);
  return diagnostics.filter(({ severity }) => severity === "error");
}
