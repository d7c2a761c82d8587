import type { Diagnostic } from "../config/diagnostic.ts";
import type { Found } from "../config/found.ts";
import type { HooksDocument } from "./document.ts";
import type { DialectName } from "./shapes/shape.ts";
import type { Surroundings } from "./surroundings.ts";

/** What `validate --explain` says of a code. */
export interface About {
  /** Stable, as `HH104`. */
  readonly code: string;
  /** Stable name in words, as `unknown-key`. */
  readonly name: string;
  readonly severity: Diagnostic["severity"];
  /** Whose files it is looked for in; undefined: all three. */
  readonly dialects?: readonly DialectName[];
  /** `--fix` can mend it, at least in plain cases. */
  readonly fixable?: boolean;
  readonly what: string;
  readonly why: string;
  /** A part of a hooks file that has the fault. */
  readonly example: string;
  readonly cure: string;
}

/** A rule that looks at the text alone. */
export interface StructureRule extends About {
  readonly check: (document: HooksDocument) => Iterable<Found> | Promise<Iterable<Found>>;
}

/** A rule that may also look at the scripts and programs that the commands name. */
export interface Rule extends About {
  readonly check: (document: HooksDocument, surroundings: Surroundings) => Iterable<Found> | Promise<Iterable<Found>>;
}
