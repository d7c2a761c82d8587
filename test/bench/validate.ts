/** `bun test/bench/validate.ts`: what `validate` takes for one small file, and for 1,000 files of 10 kB. */
import { resolve } from "node:path";
import { equip, type Lab, makeFolder, removeFolder } from "./lab.ts";
import { thisMachine } from "./machine.ts";
import { measure } from "./measure.ts";
import { median } from "./quantile.ts";
import type { Subject } from "./subject.ts";

const FILES = 1000;

/** A file of about 10 kB: 46 groups, some with commands that a shell must take apart. */
function large(): string {
  const groups = Array.from({ length: 46 }, (_, index) => ({
    matcher: "^(Edit|Write)$",
    hooks: [
      {
        type: "command",
        command: `python3 hooks/check.py --flag value-${index}${index % 5 === 0 ? " | tee log" : ""}`,
        timeout: 10,
        onFailure: "block",
      },
    ],
  }));
  return JSON.stringify({ hooks: { PreToolUse: groups } }, null, 1);
}

const small = JSON.stringify({
  hooks: { PreToolUse: [{ matcher: "^(Edit|Write)$", hooks: [{ type: "command", command: "true" }] }] },
});

async function startUp(lab: Lab): Promise<string> {
  const cwd = `${lab.folder}/one`;
  await Bun.write(`${cwd}/.hel/hooks.json`, small);
  const subjects: Subject[] = [
    { id: "bare", name: "a bare program", command: [lab.bare], cwd, times: 1 },
    { id: "validate", name: "validate", command: [lab.helHooks, "validate"], cwd, times: 1 },
  ];
  const timings = await measure(subjects, lab, new Uint8Array(), 100, () => {});
  const [bare, validate] = ["bare", "validate"].map((id) => timings.get(id));
  if (!Array.isArray(bare) || !Array.isArray(validate))
    throw new Error(`not measured: ${JSON.stringify([bare, validate])}`);
  const [a, b] = [median(bare), median(validate)];
  return `one small file: ${b.toFixed(1)} ms, ${(b / a).toFixed(2)} times a bare program (${a.toFixed(1)} ms); goal: at most 3 times`;
}

async function many(lab: Lab): Promise<string> {
  const text = large();
  const files: string[] = [];
  for (let index = 0; index < FILES; index++) {
    const project = `${lab.folder}/many/${index}`;
    await Bun.write(`${project}/hooks/check.py`, "print(1)\n");
    await Bun.write(`${project}/.hel/hooks.json`, text);
    files.push(`${project}/.hel/hooks.json`);
  }
  const samples: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    const { exitCode, stdout } = Bun.spawnSync([lab.helHooks, "validate", "--quiet", ...files], { env: lab.env });
    if (exitCode !== 0) throw new Error(`it found faults: ${stdout.toString().slice(0, 200)}`);
    samples.push((performance.now() - began) / 1000);
  }
  const took = median(samples).toFixed(2);
  return `${FILES} files of ${(text.length / 1000).toFixed(1)} kB: ${took} s; goal: under 2 s`;
}

const folder = await makeFolder();
try {
  const lab = await equip(folder, resolve(import.meta.dirname, "../../dist/hel-hooks"));
  const { cpu, cores, os } = thisMachine();
  console.log(`${cpu}, ${cores} cores, ${os}, Bun ${Bun.version}; medians`);
  console.log(await startUp(lab));
  console.log(await many(lab));
} finally {
  removeFolder(folder);
}
