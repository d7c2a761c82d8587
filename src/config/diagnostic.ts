/** What is wrong at one place of a hooks file. */
export interface Diagnostic {
  /** Stable name of the rule, as `HH104`. */
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  /** Line and column of the first character, from 1; columns count characters. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** What is wrong, in one line. */
  readonly message: string;
  /** What the product that reads the file does because of it, in one line. */
  readonly consequence?: string;
  /** What to do about it, in one line. */
  readonly cure?: string;
  /** The cure as changes of the text, where it needs no thought. */
  readonly fix?: Fix;
}

export interface Fix {
  /** What it does, as "quote it". */
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** Replaces a part of the text; offset and length in UTF-16 units. */
export interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** Finds lines and columns in a text; made once a text. */
export class Places {
  private lineStarts: readonly number[] | undefined;

  constructor(private readonly text: string) {}

  /** Where each line begins; most files have nothing wrong and are never asked. */
  private get starts(): readonly number[] {
    if (!this.lineStarts) {
      const starts = [0];
      for (let at = this.text.indexOf("\n"); at >= 0; at = this.text.indexOf("\n", at + 1)) starts.push(at + 1);
      this.lineStarts = starts;
    }
    return this.lineStarts;
  }

  /** The line and column of an offset in UTF-16 units. */
  at(offset: number): { line: number; column: number } {
    const { starts } = this;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const before = this.text.slice(starts[low], offset);
    // A byte order mark is no character of the first line.
    const marks = low === 0 && before.startsWith("\ufeff") ? 1 : 0;
    return { line: low + 1, column: [...before].length + 1 - marks };
  }

  /** The range of `length` UTF-16 units from an offset. */
  range(offset: number, length: number): Pick<Diagnostic, "line" | "column" | "endLine" | "endColumn"> {
    const start = this.at(offset);
    const end = this.at(offset + length);
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }
}
