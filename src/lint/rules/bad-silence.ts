import type { About } from "../rule.ts";

/** Found in the file that silences rules (lint/ignore.ts), not in a hooks file. */
export const badSilence: About = {
  code: "HH601",
  name: "bad-silence",
  severity: "warning",
  what: "An entry of .hel/validate.json that cannot be used: without a reason, for an unknown code, or of use no more.",
  why: "A silence that nobody can explain, or that no longer silences anything, hides the next fault.",
  example: '.hel/validate.json: {"ignore": [{"code": "HH501"}]}',
  cure: 'Write {"ignore": [{"code": "HH501", "file": ".hel/hooks.json", "about": "notify.sh", "reason": "only notifies"}]}; "file" and "about" may be left out.',
};
