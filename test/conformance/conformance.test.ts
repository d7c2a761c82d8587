import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { binary } from "../support/binary.ts";
import { type Case, runCase } from "./case.ts";

const folder = join(import.meta.dirname, "cases");

for (const dialect of readdirSync(folder)) {
  for (const file of readdirSync(join(folder, dialect))) {
    const read = JSON.parse(readFileSync(join(folder, dialect, file), "utf8")) as Case | Case[];
    describe.concurrent(`${dialect}: ${file.replace(/\.json$/, "")}`, () => {
      for (const one of [read].flat()) {
        test(`${one.id}: ${one.about}`, async () => {
          expect(await runCase(one, [binary])).toBeUndefined();
        });
      }
    });
  }
}
