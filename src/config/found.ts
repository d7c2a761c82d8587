import type { Node } from "jsonc-parser";
import type { Diagnostic } from "./diagnostic.ts";

/** A fault and the part of the text that it is about. */
export type Found = Omit<Diagnostic, "line" | "column" | "endLine" | "endColumn" | "severity"> & { at: Node | Span };

export interface Span {
  readonly offset: number;
  readonly length: number;
}
