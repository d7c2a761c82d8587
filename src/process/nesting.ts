/** Counts in the environment how many `run`s stand around a process. */
export const NESTING_VARIABLE = "HEL_HOOKS_DEPTH";

/** The most `run`s inside each other: a handler that calls `run`, whose handlers call `run`, would never end. */
export const NESTING_LIMIT = 8;

/** How many `run`s stand around us, by the variable's value; undefined when that is no number that `run` would have set. */
export function nestingOf(value: string | undefined): number | undefined {
  if (value === undefined) return 0;
  return /^\d{1,2}$/.test(value) ? Number(value) : undefined;
}
