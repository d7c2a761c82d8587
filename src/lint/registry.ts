import type { About, Rule, StructureRule } from "./rule.ts";
import { allDisabled } from "./rules/all-disabled.ts";
import { asyncDecision } from "./rules/async-decision.ts";
import { badCondition } from "./rules/bad-condition.ts";
import { badPattern } from "./rules/bad-pattern.ts";
import { badSilence } from "./rules/bad-silence.ts";
import { badValue } from "./rules/bad-value.ts";
import { bareServer } from "./rules/bare-server.ts";
import { deadTool } from "./rules/dead-tool.ts";
import { duplicateKey } from "./rules/duplicate-key.ts";
import { emptyGroup } from "./rules/empty-group.ts";
import { exitOne } from "./rules/exit-one.ts";
import { exitTwoWithJson } from "./rules/exit-two-with-json.ts";
import { failsOpen } from "./rules/fails-open.ts";
import { flatHandler } from "./rules/flat-handler.ts";
import { foreignEvent } from "./rules/foreign-event.ts";
import { foreignFile } from "./rules/foreign-file.ts";
import { foreignPlaceholder } from "./rules/foreign-placeholder.ts";
import { globMatcher } from "./rules/glob-matcher.ts";
import { idleOnFailure } from "./rules/idle-on-failure.ts";
import { ignoredMatcher } from "./rules/ignored-matcher.ts";
import { ignoredOnce } from "./rules/ignored-once.ts";
import { longTimeout } from "./rules/long-timeout.ts";
import { milliseconds } from "./rules/milliseconds.ts";
import { missingKey } from "./rules/missing-key.ts";
import { missingProgram } from "./rules/missing-program.ts";
import { missingScript } from "./rules/missing-script.ts";
import { missingWrapper } from "./rules/missing-wrapper.ts";
import { newerEvent } from "./rules/newer-event.ts";
import { noShebang } from "./rules/no-shebang.ts";
import { notExecutable } from "./rules/not-executable.ts";
import { notJson } from "./rules/not-json.ts";
import { notLinear } from "./rules/not-linear.ts";
import { notPlainJson } from "./rules/not-plain-json.ts";
import { permissionInMatcher } from "./rules/permission-in-matcher.ts";
import { pipedDownload } from "./rules/piped-download.ts";
import { relativePath } from "./rules/relative-path.ts";
import { rivalRewrites } from "./rules/rival-rewrites.ts";
import { sessionEnd } from "./rules/session-end.ts";
import { shebangLineEnd } from "./rules/shebang-line-end.ts";
import { slowPattern } from "./rules/slow-pattern.ts";
import { swallowedStatus } from "./rules/swallowed-status.ts";
import { tooMany } from "./rules/too-many.ts";
import { toolCase } from "./rules/tool-case.ts";
import { unanchored } from "./rules/unanchored.ts";
import { unknownKey } from "./rules/unknown-key.ts";
import { unknownSubject } from "./rules/unknown-subject.ts";
import { unknownVariable } from "./rules/unknown-variable.ts";
import { unquotedPlaceholder } from "./rules/unquoted-placeholder.ts";
import { unreadable } from "./rules/unreadable.ts";
import { unsupportedType } from "./rules/unsupported-type.ts";
import { wrongType } from "./rules/wrong-type.ts";

/** What makes a file invalid, seen from its text alone: `run` and `trust` refuse a hel file by these. */
export const STRUCTURE: readonly StructureRule[] = [
  duplicateKey,
  unknownKey,
  wrongType,
  missingKey,
  flatHandler,
  badValue,
  badPattern,
  tooMany,
  missingWrapper,
  foreignEvent,
];

/** All rules, each once. */
export const RULES: readonly Rule[] = [
  ...STRUCTURE,
  emptyGroup,
  unsupportedType,
  badCondition,
  allDisabled,
  newerEvent,
  toolCase,
  deadTool,
  permissionInMatcher,
  bareServer,
  globMatcher,
  unanchored,
  ignoredMatcher,
  unknownSubject,
  notLinear,
  slowPattern,
  missingScript,
  notExecutable,
  noShebang,
  shebangLineEnd,
  missingProgram,
  relativePath,
  unquotedPlaceholder,
  foreignPlaceholder,
  unknownVariable,
  swallowedStatus,
  exitOne,
  exitTwoWithJson,
  pipedDownload,
  milliseconds,
  longTimeout,
  sessionEnd,
  failsOpen,
  asyncDecision,
  ignoredOnce,
  idleOnFailure,
  rivalRewrites,
];

/** Everything that has a code, in the order of the codes. */
export const CODES: readonly About[] = [unreadable, notJson, notPlainJson, foreignFile, badSilence, ...RULES].sort(
  (a, b) => (a.code < b.code ? -1 : 1),
);

/** What is known of a code, undefined when there is none. */
export function aboutCode(code: string): About | undefined {
  return CODES.find((each) => each.code === code);
}
