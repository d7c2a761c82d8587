// Compiled, never run: the library's decision is the command line's, though its declaration needs no zod.
import type { Decision as Written, HandlerEntry as WrittenEntry } from "../../src/library/decision.ts";
import type { Decision as Inferred, HandlerEntry as InferredEntry } from "../../src/protocol/schemas.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = { [K in keyof T]: T[K] };

export const sameEntry: Same<Flat<WrittenEntry>, Flat<InferredEntry>> = true;
export const sameFields: Same<Flat<Omit<Written, "handlers">>, Flat<Omit<Inferred, "handlers">>> = true;
