import type { CallbackContext } from "./options.ts";

/** How the call of a callback ended. */
export type Called =
  | { readonly kind: "returned"; readonly value: unknown }
  | { readonly kind: "threw"; readonly error: unknown }
  | { readonly kind: "timed_out" }
  | { readonly kind: "aborted" };

/** Tells the calls of one run to end early. */
export class Abortion {
  aborted = false;
  private readonly listeners = new Set<() => void>();

  /** Calls back when it comes to that, at once when it already has; the answer takes the listener away again. */
  on(listener: () => void): () => void {
    if (this.aborted) listener();
    else this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  abort(): void {
    this.aborted = true;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }
}

/** The longest delay a timer can hold, in milliseconds: a longer one would fire at once. */
const TIMER_LIMIT_MS = 2 ** 31 - 1;

/**
 * Calls a callback and waits for what it answers, at most `timeoutMs` and not beyond an abortion; then its signal is aborted,
 * and whatever it still does or throws is of no consequence. Never throws.
 */
export function callBack(
  callback: (context: CallbackContext) => unknown,
  timeoutMs: number,
  abortion: Abortion,
): Promise<Called> {
  return new Promise((resolve) => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    let forget = () => {};
    const end = (called: Called) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      forget();
      resolve(called);
    };
    const wait = (left: number) => {
      const step = Math.min(left, TIMER_LIMIT_MS);
      timer = setTimeout(() => {
        if (left > step) return wait(left - step);
        end({ kind: "timed_out" });
        controller.abort(new DOMException("the callback ran past its timeout", "TimeoutError"));
      }, step);
    };
    forget = abortion.on(() => {
      end({ kind: "aborted" });
      controller.abort();
    });
    if (ended) return;
    try {
      const value = callback({ signal: controller.signal });
      if (!isThenable(value)) return end({ kind: "returned", value });
      wait(timeoutMs);
      value.then(
        (late) => end({ kind: "returned", value: late }),
        (error) => end({ kind: "threw", error }),
      );
    } catch (error) {
      end({ kind: "threw", error });
    }
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** What was thrown, as text; whatever it is. */
export function thrownText(error: unknown): string {
  try {
    return error instanceof Error ? error.message || error.name : String(error);
  } catch {
    return "something that cannot be shown";
  }
}
