import type { FaultReport } from "./faults.ts";
import type { CaseOutcome } from "./outcome.ts";

/**
 * The fail-open report as cases, for the formats that know only those: a fault that lets the call through is a case that failed.
 * `file` is the hooks file of handlers that name none.
 */
export function faultOutcomes({ handlers }: FaultReport, file: string): CaseOutcome[] {
  return handlers.flatMap(({ event, group, index, source = file, command, faults }) =>
    faults.map(({ fault, decision, open }) => ({
      found: {
        file: source,
        index: 0,
        line: 1,
        test: { name: `${event} ${group}.${index} ${command}: ${fault}`, sample: event },
      },
      ms: 0,
      differences: open ? [{ what: "call", expected: "does not go on", actual: `goes on (${decision})` }] : [],
    })),
  );
}
