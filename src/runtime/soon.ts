import type { Soon } from "./port.ts";

/**
 * What follows a value that may be there already: then in the call itself, for the first wait of a program takes long. (A
 * module that exports something called `then` would be taken for a promise where it is imported dynamically.)
 */
export function andThen<T, U>(soon: Soon<T>, next: (value: T) => Soon<U>): Soon<U> {
  return soon instanceof Promise ? soon.then(next) : next(soon);
}
