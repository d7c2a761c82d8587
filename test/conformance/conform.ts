import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Case, runCase } from "./case.ts";

const folder = join(import.meta.dirname, "cases");

/** The dialects that there are cases of. */
export const dialects: readonly string[] = readdirSync(folder);

/** Makes a test of every case of a dialect, run with a program, and prints how many passed. */
export function conform(dialect: string, on: string, program: readonly [string, ...string[]], patience = 1): void {
  let [passed, all] = [0, 0];
  describe(`${dialect} on ${on}`, () => {
    for (const file of readdirSync(join(folder, dialect))) {
      const read = JSON.parse(readFileSync(join(folder, dialect, file), "utf8")) as Case | Case[];
      describe.concurrent(file.replace(/\.json$/, ""), () => {
        for (const one of [read].flat()) {
          all++;
          test(`${one.id}: ${one.about}`, async () => {
            expect(await runCase(one, program, patience)).toBeUndefined();
            passed++;
          });
        }
      });
    }
    afterAll(() => console.log(`${dialect} on ${on}: ${passed} of ${all} cases`));
  });
}
