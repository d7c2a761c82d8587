import { findWords } from "./words.ts";

/** The most steps that a plain pattern may take on its subject. */
const STEP_LIMIT = 1_000_000;

const LONGEST = 256;

const PRINTABLE = /^[\x20-\x7e]*$/;
const LITERAL = /[\w :,/@#%&~=<>!"'`;-]/;
const ESCAPED = /[.^$|()[\]{}*+?\\/-]/;
const CLASS = /\[\^?-?(?:[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9]|[\w.:/]|\\[dw.-])+-?\]/y;

/**
 * A pattern to search for in a subject with what JavaScript has, where it is so plain that JavaScript and RE2 mean the same by it and that no way
 * through it is long; undefined otherwise. Loading the RE2 engine takes longer than all else that `run` does, and
 * nearly every matcher people write is this plain.
 *
 * Same meaning: only printable ASCII on both sides, where `.`, `\w`, `\d`, `\b`, `$` and `(?i)` agree, and no `{n}`.
 * No long way: a group takes no quantifier but `?`, so the ways through the pattern can be counted beforehand.
 */
export function plainPattern(pattern: string, subject: string): Pick<RegExp, "test"> | undefined {
  const found = findWords(pattern, subject);
  if (found !== undefined) return { test: () => found };
  if (pattern.length > LONGEST || !PRINTABLE.test(pattern) || !PRINTABLE.test(subject)) return undefined;
  const insensitive = pattern.startsWith("(?i)");
  const source = insensitive ? pattern.slice(4) : pattern;
  const ways = new WayCounter(source, subject.length + 1).count();
  if (ways === undefined || ways * (subject.length + 1) * source.length > STEP_LIMIT) return undefined;
  return compile(source, insensitive ? "i" : "");
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** Counts in how many ways a pattern can be gone through; undefined where it is not plain. */
class WayCounter {
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly repeats: number,
  ) {}

  count(): number | undefined {
    const ways = this.alternatives();
    return this.at === this.source.length ? ways : undefined;
  }

  private alternatives(): number | undefined {
    let ways = 0;
    for (;;) {
      const sequence = this.sequence();
      if (sequence === undefined) return undefined;
      ways += sequence;
      if (this.source[this.at] !== "|") return ways;
      this.at++;
    }
  }

  private sequence(): number | undefined {
    let ways = 1;
    for (;;) {
      const next = this.source[this.at];
      if (next === undefined || next === "|" || next === ")") return ways;
      const factor = this.item(next);
      if (factor === undefined) return undefined;
      ways *= factor;
    }
  }

  private item(next: string): number | undefined {
    if (next === "^" || next === "$") {
      this.at++;
      return this.quantifier() === "" ? 1 : undefined;
    }
    if (next === "(") return this.group();
    if (!this.single(next)) return undefined;
    const quantifier = this.quantifier();
    if (quantifier === undefined) return undefined;
    return quantifier === "" ? 1 : quantifier === "?" ? 2 : this.repeats;
  }

  private group(): number | undefined {
    this.at += this.source.startsWith("(?:", this.at) ? 3 : 1;
    if (this.source[this.at] === "?") return undefined;
    const ways = this.alternatives();
    if (ways === undefined || this.source[this.at] !== ")") return undefined;
    this.at++;
    const quantifier = this.quantifier();
    if (quantifier === "") return ways;
    return quantifier === "?" ? ways + 1 : undefined;
  }

  private single(next: string): boolean {
    if (next === "\\") {
      const escaped = this.source[this.at + 1] ?? "";
      this.at += 2;
      return /[dDwW]/.test(escaped) || ESCAPED.test(escaped);
    }
    if (next === "[") {
      CLASS.lastIndex = this.at;
      const text = CLASS.exec(this.source)?.[0];
      this.at += text?.length ?? 0;
      return text !== undefined;
    }
    this.at++;
    return next === "." || LITERAL.test(next);
  }

  /** The quantifier here, `""` when there is none; undefined where it is not plain. */
  private quantifier(): string | undefined {
    const mark = this.source[this.at] ?? "";
    if (mark === "{") return undefined;
    if (!"*+?".includes(mark) || mark === "") return "";
    this.at++;
    if (this.source[this.at] === "?") this.at++;
    return "*+?{".includes(this.source[this.at] ?? " ") ? undefined : mark;
  }
}
