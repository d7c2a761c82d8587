import { type FinalResults, Parser, type Result } from "tap-parser";

/** What a reader of TAP 14 makes of a text. */
export interface TapRead {
  /** What is not TAP in it: lines it does not know, wrong numbers, a wrong plan, broken YAML, a missing version line. */
  readonly problems: readonly string[];
  readonly points: readonly Result[];
  readonly bailedOut: string | boolean;
}

/** Reads a text as strictly as node-tap's parser can. */
export function readTap(text: string): TapRead {
  const problems: string[] = [];
  const points: Result[] = [];
  const seen: string[] = [];
  let final: FinalResults | undefined;
  const parser = new Parser({ strict: true }, (results) => {
    final = results;
  });
  parser.on("version", (version: number) => seen.push(`version ${version}`));
  parser.on("plan", () => seen.push("plan"));
  parser.on("assert", (point: Result) => {
    seen.push("point");
    points.push(point);
  });
  for (const unknown of ["extra", "child", "comment", "pragma"] as const)
    parser.on(unknown, (what: unknown) => problems.push(`${unknown}: ${typeof what === "string" ? what : ""}`));
  parser.end(text);
  // The parser takes any version, and none.
  if (seen[0] !== "version 14") problems.push(`the version line is missing: ${seen[0]}`);
  for (const failure of final?.failures ?? []) {
    const error: unknown = "tapError" in failure ? failure.tapError : undefined;
    if (error !== undefined && error !== null) problems.push(String(error));
  }
  if (final === undefined) problems.push("it does not end");
  return { problems, points, bailedOut: final?.bailout ?? false };
}
