/** A handler as a person is shown it. */
export interface ShownHandler {
  readonly event: string;
  readonly matcher?: string;
  readonly command: string;
  readonly timeout?: number;
  readonly onFailure?: string;
}

/** What became of the handlers since they were last trusted. */
export interface Changes {
  /** For every handler of now, in order: the same, new, or changed from another one. */
  readonly now: readonly ("same" | "added" | { readonly before: ShownHandler })[];
  readonly removed: readonly ShownHandler[];
  /** Whether handlers that are the same run in another order. */
  readonly reordered: boolean;
}

/**
 * Compares two lists of handlers. One that is equal in all it says is the same; of the others, those that share event and
 * command, or else event and matcher, are one that changed; duplicates count one by one.
 */
export function changesBetween(before: readonly ShownHandler[], after: readonly ShownHandler[]): Changes {
  const left = before.map((handler, at) => ({ handler, at }));
  const take = (isIt: (each: ShownHandler) => boolean) => {
    const found = left.findIndex(({ handler }) => isIt(handler));
    return found < 0 ? undefined : left.splice(found, 1)[0];
  };
  const equals = new Map<ShownHandler, number>();
  for (const handler of after) {
    const text = fingerprint(handler);
    const old = take((each) => fingerprint(each) === text);
    if (old) equals.set(handler, old.at);
  }
  const changedFrom = new Map<ShownHandler, ShownHandler>();
  for (const same of ["command", "matcher"] as const) {
    for (const handler of after) {
      if (equals.has(handler) || changedFrom.has(handler)) continue;
      const old = take((each) => each.event === handler.event && each[same] === handler[same]);
      if (old) changedFrom.set(handler, old.handler);
    }
  }
  const places = after.flatMap((handler) => equals.get(handler) ?? []);
  return {
    now: after.map((handler) => {
      const old = changedFrom.get(handler);
      return equals.has(handler) ? "same" : old ? { before: old } : "added";
    }),
    removed: left.map(({ handler }) => handler),
    reordered: places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0)),
  };
}

function fingerprint({ event, matcher, command, timeout, onFailure }: ShownHandler): string {
  return JSON.stringify([event, matcher ?? null, command, timeout ?? null, onFailure ?? null]);
}
