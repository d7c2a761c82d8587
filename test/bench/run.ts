import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { event } from "./event.ts";
import { inProcessRows, measureInProcess } from "./in-process.ts";
import { equip, type Lab, makeFolder, removeFolder } from "./lab.ts";
import { thisMachine } from "./machine.ts";
import { measure, WARM_UP_ROUNDS } from "./measure.ts";
import { BIG_EVENT, measureMemory } from "./memory.ts";
import { HEADER, reportRows, timeRows } from "./report.ts";
import { makeSubjects, subjectsApart } from "./subjects.ts";
import { markdownTable, plainTable } from "./table.ts";
import { runWithPipes } from "./with-pipes.ts";

const USAGE = `usage: bun test/bench/run.ts [--rounds <n>] [--json <file>] [--markdown] [--pipe]
  measures dist/hel-hooks; --json writes every sample, --markdown prints the table as Markdown,
  --pipe gives the event through a pipe instead of as a file`;

const BINARY = join(import.meta.dirname, "../../dist/hel-hooks");

interface Options {
  readonly pipe: boolean;
  readonly rounds: number;
  readonly json: string | undefined;
  readonly markdown: boolean;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string" },
      json: { type: "string" },
      markdown: { type: "boolean" },
      pipe: { type: "boolean" },
    },
  });
  const rounds = values.rounds ?? "200";
  if (!/^[1-9]\d*$/.test(rounds)) throw new Error(`--rounds wants a whole number from 1 on, not ${rounds}`);
  return { rounds: Number(rounds), json: values.json, markdown: values.markdown ?? false, pipe: values.pipe ?? false };
}

async function bench(folder: string, { rounds, json, markdown, pipe }: Options): Promise<void> {
  const lab = await equip(folder, BINARY);
  const subjects = await makeSubjects(lab);
  const stdin = pipe ? event : await eventFile(lab);
  const awake = subjects.filter(({ sleeps }) => !sleeps);
  const asleep = subjects.filter(({ sleeps }) => sleeps);
  const timings = new Map([
    ...(await measure(awake, lab, stdin, rounds, showProgress(rounds))),
    ...(await measure(asleep, lab, stdin, Math.ceil(rounds / 10), showProgress(Math.ceil(rounds / 10)))),
  ]);
  const apart = subjectsApart(lab, subjects);
  const timingsApart = await measure(apart, lab, stdin, rounds, showProgress(rounds));
  const memory = await measureMemory(lab);
  const machine = thisMachine();
  const version = Bun.spawnSync([lab.helHooks, "--version"], { env: lab.env }).stdout.toString().trim();
  const date = new Date().toISOString();

  const inProcess = await measureInProcess();
  const apartRows = timeRows(apart, timingsApart);
  const rows = [HEADER, ...reportRows(subjects, timings, memory), ...inProcessRows(inProcess), ...apartRows];
  const breaking = markdown ? "  \n" : "\n";
  console.log(
    [
      `${machine.cpu}, ${machine.cores} cores, ${machine.os}`,
      `${date.slice(0, 10)}, hel-hooks ${version}, bun ${Bun.version}`,
      `${rounds} rounds after ${WARM_UP_ROUNDS} for warming up, each in shuffled order; ${event.length} bytes on stdin, ${pipe ? "through a pipe" : "as with < event.json"}`,
    ].join(breaking),
  );
  console.log(`\n${markdown ? markdownTable(rows) : plainTable(rows)}`);
  if (json === undefined) return;
  const raw = {
    date,
    machine,
    versions: { "hel-hooks": version, bun: Bun.version },
    rounds,
    warm_up_rounds: WARM_UP_ROUNDS,
    times_ms: Object.fromEntries(timings),
    times_apart_ms: Object.fromEntries(timingsApart),
    in_process: { times_us: inProcess.times, heap_growth_bytes: inProcess.growth },
    memory: { event_bytes: BIG_EVENT, peak_bytes: memory },
  };
  await Bun.write(json, `${JSON.stringify(raw)}\n`);
}

/** The event as a file: reading it takes the program's own time, and none of what this one takes to write into a pipe. */
async function eventFile(lab: Lab): Promise<Bun.BunFile> {
  const file = join(lab.folder, "event.json");
  await Bun.write(file, event);
  return Bun.file(file);
}

function showProgress(rounds: number): (done: number) => void {
  if (!process.stderr.isTTY) return () => {};
  return (done) => process.stderr.write(done < rounds ? `\rround ${done} of ${rounds}` : "\r\x1b[K");
}

let options: Options;
try {
  options = readOptions();
  if (!existsSync(BINARY)) throw new Error("there is no dist/hel-hooks: build it with npm run build");
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exit(1);
}
const status = options.pipe ? await runWithPipes() : undefined;
if (status !== undefined) process.exit(status);

const folder = await makeFolder();
// `on`, not `once`: a second signal must not end the removal half-way.
for (const [signal, number] of [
  ["SIGINT", 2],
  ["SIGTERM", 15],
] as const)
  process.on(signal, () => {
    removeFolder(folder);
    process.exit(128 + number);
  });
try {
  await bench(folder, options);
} finally {
  removeFolder(folder);
}
