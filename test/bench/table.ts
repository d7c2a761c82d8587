/** The columns that hold numbers, which end below each other. */
const NUMBERS: readonly number[] = [1, 2, 3];

/** A table for the terminal, its columns two spaces apart. */
export function plainTable(rows: readonly (readonly string[])[]): string {
  return aligned(rows)
    .map((cells) => cells.join("  ").trimEnd())
    .join("\n");
}

/** A table in Markdown; the first row is its header. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [header = [], ...body] = aligned(rows.map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|"))));
  const rule = header.map((cell, column) =>
    NUMBERS.includes(column) ? `${"-".repeat(Math.max(2, cell.length - 1))}:` : "-".repeat(Math.max(3, cell.length)),
  );
  return [header, rule, ...body].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The same cells, padded to the width of their column. */
function aligned(rows: readonly (readonly string[])[]): string[][] {
  const widths: number[] = [];
  for (const cells of rows)
    for (const [column, cell] of cells.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows.map((cells) =>
    cells.map((cell, column) => {
      const width = widths[column] ?? 0;
      return NUMBERS.includes(column) ? cell.padStart(width) : cell.padEnd(width);
    }),
  );
}
