/** A test point: its number, and a description in which a hash sign or a backslash stands only behind a backslash. */
const POINT = /^(?:not )?ok (\d+)(?: - (?:[^#\\]|\\[#\\])*)?$/;

/**
 * What of a text is not TAP 14 (testanything.org): a version line, one plan, test points numbered from 1, and behind a test
 * point at most one YAML block, which is indented by two spaces and holds one mapping of JSON values.
 */
export function tapProblems(text: string): string[] {
  const problems: string[] = [];
  if (!text.endsWith("\n")) problems.push("the last line does not end");
  const [version, plan, ...lines] = text.replace(/\n$/, "").split("\n");
  if (version !== "TAP version 14") problems.push("the version line is missing");
  const planned = /^1\.\.(\d+)$/.exec(plan ?? "");
  if (!planned) problems.push("the plan is missing");
  let points = 0;
  let yaml: "none" | "allowed" | "open" = "none";
  for (const line of lines) {
    if (yaml === "open") {
      if (line === "  ...") yaml = "none";
      else if (!isMapping(line)) problems.push(`no line of a YAML block: ${line}`);
      continue;
    }
    if (line === "  ---" && yaml === "allowed") {
      yaml = "open";
      continue;
    }
    const point = POINT.exec(line);
    if (!point) {
      problems.push(`no line that TAP knows: ${line}`);
      continue;
    }
    points++;
    yaml = "allowed";
    if (Number(point[1]) !== points) problems.push(`the number of a test point is ${point[1]}, not ${points}`);
  }
  if (yaml === "open") problems.push("a YAML block does not end");
  if (planned && Number(planned[1]) !== points) problems.push(`the number of tests is ${points}, not ${planned[1]}`);
  return problems;
}

function isMapping(line: string): boolean {
  const parts = /^ {2}[a-z_]+: (.*)$/.exec(line);
  try {
    JSON.parse(parts?.[1] ?? "");
    return true;
  } catch {
    // A bare word is a YAML string too.
    return /^ {2}[a-z_]+: [a-z]+$/.test(line);
  }
}
