import { passed } from "../outcome.ts";
import type { Format } from "./format.ts";

/** One JSON object on one line: the counts, and every case with its decision document and what differs. */
export const jsonFormat: Format = ({ outcomes, ms, shown }) => {
  const failed = outcomes.filter((outcome) => !passed(outcome)).length;
  const cases = outcomes.map((outcome) => ({
    name: outcome.found.test.name,
    file: shown(outcome.found.file),
    line: outcome.found.line,
    passed: passed(outcome),
    duration_ms: Math.round(outcome.ms * 100) / 100,
    ...(outcome.error !== undefined && { error: outcome.error }),
    ...(outcome.differences.length > 0 && { differences: outcome.differences }),
    ...(outcome.run && { decision: outcome.run.document }),
  }));
  const report = {
    version: 1,
    passed: outcomes.length - failed,
    failed,
    duration_ms: Math.round(ms * 100) / 100,
    cases,
  };
  return `${JSON.stringify(report)}\n`;
};
