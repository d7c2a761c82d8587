import { afterAll, expect, test } from "vitest";
import { tryInputs } from "./fuzz.ts";
import { PARSERS, throughBinary } from "./targets.ts";

const binary = await throughBinary();
afterAll(binary.remove);

test.each(PARSERS)(
  "no input crashes or hangs the parser: $name",
  async (target) => {
    expect(await tryInputs(target, 7, 1000)).toBeUndefined();
  },
  60_000,
);

test.each(binary.targets)(
  "no input crashes or hangs the binary: $name",
  async (target) => {
    expect(await tryInputs(target, 7, 25)).toBeUndefined();
  },
  60_000,
);
