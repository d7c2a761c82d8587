/** Errors are told apart by name, not by class: the two sides of `rest.ts` have their own copies of the classes. */
export const PROBLEM = "hel-hooks problem";

/** A problem that keeps a command from its job, as a sentence without a full stop, cure included. */
export class Problem extends Error {
  override readonly name = PROBLEM;
}
