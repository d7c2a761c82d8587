import { parseArgs } from "node:util";
import { tryInputs } from "./fuzz.ts";
import { PARSERS, throughBinary } from "./targets.ts";

const USAGE = `usage: bun test/fuzz/run.ts [--inputs <n>] [--seed <n>]
  tries n inputs (100000), most of them on the parsers and one in fifty through dist/hel-hooks; exit status 1 when one crashes`;

function options(): { inputs: number; seed: number } {
  const { values } = parseArgs({ options: { inputs: { type: "string" }, seed: { type: "string" } } });
  const [inputs, seed] = [Number(values.inputs ?? 100_000), Number(values.seed ?? 1)];
  if (!Number.isSafeInteger(inputs) || inputs < 1 || !Number.isSafeInteger(seed))
    throw new Error("whole numbers are wanted");
  return { inputs, seed };
}

async function fuzz({ inputs, seed }: { inputs: number; seed: number }): Promise<number> {
  const binary = await throughBinary();
  const began = performance.now();
  let [tried, crashes] = [0, 0];
  try {
    const slow = Math.ceil(inputs / 50 / binary.targets.length);
    const fast = Math.ceil((inputs - slow * binary.targets.length) / PARSERS.length);
    for (const [targets, count] of [
      [PARSERS, fast],
      [binary.targets, slow],
    ] as const) {
      for (const target of targets) {
        const crash = await tryInputs(target, seed, count);
        tried += count;
        if (crash !== undefined) crashes++;
        console.log(`${target.name.padEnd(24)} ${String(count).padStart(7)} inputs  ${crash ?? "no crash"}`);
      }
    }
  } finally {
    binary.remove();
  }
  console.log(
    `inputs tried ${tried}, crashes ${crashes}, seed ${seed}, ${Math.round((performance.now() - began) / 1000)} s`,
  );
  return crashes === 0 ? 0 : 1;
}

let wanted: ReturnType<typeof options>;
try {
  wanted = options();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exit(1);
}
process.exit(await fuzz(wanted));
