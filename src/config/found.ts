import type { Node } from "jsonc-parser";
import type { Diagnostic } from "./diagnostic.ts";

/** A fault and the part of the text that it is about. Its severity is that of its rule unless it says another. */
export type Found = Omit<Diagnostic, "line" | "column" | "endLine" | "endColumn" | "severity" | "code"> & {
  readonly at: Node | Span;
  readonly severity?: Diagnostic["severity"];
};

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}
