import { passed } from "../outcome.ts";
import { wrongText } from "./difference.ts";
import type { Format } from "./format.ts";
import { textFormat } from "./text.ts";

/** An annotation for GitHub Actions for every case that failed, and the text report for who reads the job's log. */
export const githubFormat: Format = (tested) => {
  const annotations = tested.outcomes
    .filter((outcome) => !passed(outcome))
    .map((outcome) => {
      const { file, line, test } = outcome.found;
      const properties = `file=${property(tested.shown(file))},line=${line},title=${property(`hook test: ${test.name}`)}`;
      return `::error ${properties}::${data(wrongText(outcome))}\n`;
    });
  return annotations.join("") + textFormat(tested);
};

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
