import { rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { Problem } from "../config/problem.ts";
import { endAll } from "../process/supervise.ts";
import type { OnFailure } from "../protocol/schemas.ts";
import { diagnosticsText } from "../report/diagnostics.ts";
import { untrustedText } from "../report/untrusted.ts";
import { runtime } from "../runtime/current.ts";
import { faults } from "../testing/faults.ts";
import { faultOutcomes } from "../testing/faults-outcomes.ts";
import { faultsText } from "../testing/faults-text.ts";
import { type FoundCase, findCases, TESTS_FOLDER } from "../testing/find.ts";
import { type CaseOutcome, passed } from "../testing/outcome.ts";
import { projectFiles } from "../testing/project-files.ts";
import { FORMATS } from "../testing/report/index.ts";
import { runAll } from "../testing/run-all.ts";
import type { Bench } from "../testing/run-case.ts";
import { temporaryFolder } from "../testing/temporary.ts";
import { type Update, updateOf, writeUpdates } from "../testing/update.ts";
import { whenChanged } from "../testing/watch.ts";
import { type Arguments, readArguments, UsageError } from "./arguments.ts";
import { type Configuration, openConfiguration } from "./configuration.ts";
import { print } from "./print.ts";
import { testSpec } from "./specs.ts";

const ALL_PASSED = 0;
const FAILED = 1;
const UNTRUSTED = 3;

/** `hel-hooks test [path...]`; returns the exit status (contract: cli.md). */
export async function test(argv: readonly string[]): Promise<number> {
  const given = readArguments(testSpec, argv);
  const { flags, values } = given;
  for (const other of ["watch", "update"])
    if (flags.has("faults") && flags.has(other)) throw new UsageError(`--faults and --${other} do not go together`);
  if (!flags.has("watch")) return once(given);
  const { place } = await openConfiguration(values);
  return whenChanged(place.project, async () => {
    await runtime.write("stdout", `\n${new Date().toTimeString().slice(0, 8)}\n`);
    try {
      await once(given);
    } catch (error) {
      // What is being written may be wrong for a moment; the next change will tell.
      await runtime.write("stderr", `hel-hooks: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  });
}

async function once(given: Arguments): Promise<number> {
  const { values, flags, operands } = given;
  const configuration = await openConfiguration(values);
  const { place, dialect, sources, diagnostics } = configuration;
  if (sources.length === 0)
    throw new Problem(
      `there is nothing to test: ${place.project} has no ${dialect.hooksFile}; hel-hooks init writes a first one`,
    );
  if (diagnostics.some(({ severity }) => severity === "error")) {
    await runtime.write("stderr", diagnosticsText("stderr", place.file, diagnostics));
    return FAILED;
  }
  if (flags.has("faults")) return reportFaults(configuration, values);

  const all = await findCases(place.project, operands);
  const filter = values["filter"]?.toLowerCase() ?? "";
  const cases = all.filter(({ test }) => test.name.toLowerCase().includes(filter));
  if (cases.length === 0) {
    if (all.length > 0) throw new Problem(`none of the ${all.length} cases has ${JSON.stringify(filter)} in its name`);
    const where = operands.length > 0 ? operands.join(", ") : `${place.project}/${TESTS_FOLDER}`;
    throw new Problem(`there is no test case in ${where}`);
  }
  if (configuration.trust && !configuration.trust.trusted) {
    const { hashes, trust } = configuration;
    await runtime.write("stderr", untrustedText(place, dialect.name, hashes, process.cwd(), trust.why));
    return UNTRUSTED;
  }
  return runCases(bench(configuration, onFailureOf(values)), cases, given);
}

async function runCases(bench: Bench, cases: readonly FoundCase[], { flags, values }: Arguments): Promise<number> {
  const copies = await temporaryFolder();
  const signals = removeOnSignal(copies);
  const updates = new Map<FoundCase, Update>();
  try {
    const began = new Date();
    const start = performance.now();
    const outcomes = await runAll(bench, cases, copies, async (found, run, differences, copy) => {
      const update = await updateOf(found.test.expect, differences, run, copy);
      if (Object.keys(update).length > 0) updates.set(found, update);
    });
    await signals.untilEnd();
    const format = FORMATS[values["format"] ?? "text"];
    const text = format?.({ outcomes, ms: performance.now() - start, began, shown }) ?? "";
    await print(text);
    if (flags.has("update")) {
      const changed = await writeUpdates(updates);
      await runtime.write("stderr", `hel-hooks: ${changed} of ${cases.length} cases now expect what came\n`);
      const settled = ({ found, differences }: CaseOutcome) =>
        updates.has(found) && !differences.some(({ what }) => what === "maxMs");
      return outcomes.every((outcome) => passed(outcome) || settled(outcome)) ? ALL_PASSED : FAILED;
    }
    return outcomes.every(passed) ? ALL_PASSED : FAILED;
  } finally {
    await signals.untilEnd();
    signals.stop();
    await rm(copies, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A file as reports name it. */
function shown(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") ? file : path;
}

function bench({ dialect, sources, place, trust }: Configuration, onFailure: OnFailure): Bench {
  const { project } = place;
  const pinned = trust?.trusted ? trust.scripts : [];
  const hooks = sources.map(({ file }) => relative(project, resolve(project, file)));
  return { dialect, sources, project, files: projectFiles(project), kept: [...hooks, ...pinned], onFailure };
}

async function reportFaults({ dialect, sources, place }: Configuration, values: Arguments["values"]): Promise<number> {
  const [began, start] = [new Date(), performance.now()];
  const report = await faults(dialect, sources, onFailureOf(values));
  const format = values["format"] ?? "text";
  if (format === "text") await print(faultsText(report));
  else if (format === "json") await print(`${JSON.stringify(report)}\n`);
  else {
    const outcomes = faultOutcomes(report, resolve(place.project, sources[0]?.file ?? dialect.hooksFile));
    await print(FORMATS[format]?.({ outcomes, ms: performance.now() - start, began, shown }) ?? "");
  }
  return report.open === 0 ? ALL_PASSED : FAILED;
}

function onFailureOf(values: Arguments["values"]): OnFailure {
  return values["on-failure"] === "block" ? "block" : "continue";
}

/**
 * A signal ends the handlers and takes the copies away, and then us, by that signal. `untilEnd` never returns once one came:
 * what follows is only our own end. `stop` ends all this.
 */
function removeOnSignal(folder: string): { readonly untilEnd: () => Promise<void>; readonly stop: () => void } {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  let received = false;
  const listeners = signals.map((signal) => {
    const listener = () => {
      received = true;
      void endAll().then(() => {
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
        for (const each of signals) process.removeAllListeners(each);
        process.kill(process.pid, signal);
      });
    };
    process.on(signal, listener);
    return [signal, listener] as const;
  });
  return {
    untilEnd: () => (received ? new Promise(() => {}) : Promise.resolve()),
    stop: () => {
      for (const [signal, listener] of listeners) process.removeListener(signal, listener);
    },
  };
}
