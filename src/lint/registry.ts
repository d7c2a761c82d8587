import type { About, Rule, StructureRule } from "./rule.ts";
import { badPattern } from "./rules/bad-pattern.ts";
import { badValue } from "./rules/bad-value.ts";
import { duplicateKey } from "./rules/duplicate-key.ts";
import { flatHandler } from "./rules/flat-handler.ts";
import { foreignEvent } from "./rules/foreign-event.ts";
import { missingKey } from "./rules/missing-key.ts";
import { missingWrapper } from "./rules/missing-wrapper.ts";
import { notJson } from "./rules/not-json.ts";
import { notPlainJson } from "./rules/not-plain-json.ts";
import { tooMany } from "./rules/too-many.ts";
import { unknownKey } from "./rules/unknown-key.ts";
import { unreadable } from "./rules/unreadable.ts";
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
export const RULES: readonly Rule[] = [...STRUCTURE];

/** Everything that has a code, in the order of the codes. */
export const CODES: readonly About[] = [unreadable, notJson, notPlainJson, ...RULES].sort((a, b) =>
  a.code < b.code ? -1 : 1,
);
