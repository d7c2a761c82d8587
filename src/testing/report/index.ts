import type { Format } from "./format.ts";
import { githubFormat } from "./github.ts";
import { jsonFormat } from "./json.ts";
import { junitFormat } from "./junit.ts";
import { tapFormat } from "./tap.ts";
import { textFormat } from "./text.ts";

/** What `test --format` offers. */
export const FORMATS: Readonly<Record<string, Format>> = {
  text: textFormat,
  tap: tapFormat,
  junit: junitFormat,
  json: jsonFormat,
  github: githubFormat,
};
