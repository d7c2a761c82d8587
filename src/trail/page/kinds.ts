/** What a decision means to the call, which is what the charts tell apart. */
export type Kind = "on" | "refused" | "asked" | "none";

export const KINDS: readonly { readonly kind: Kind; readonly words: string }[] = [
  { kind: "on", words: "went on" },
  { kind: "refused", words: "refused" },
  { kind: "asked", words: "a person is asked" },
  { kind: "none", words: "nothing decided" },
];

export function kindOf(decision: string): Kind {
  if (decision === "continue" || decision === "allow") return "on";
  if (decision === "ask" || decision === "defer") return "asked";
  return decision === "none" ? "none" : "refused";
}
