import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { call, type Ran, sandbox } from "../support/binary.ts";
import { difference, type Expected } from "./compare.ts";

interface Repeat {
  readonly before: string;
  readonly unit: string;
  readonly times: number;
  readonly after: string;
}

interface Expectations {
  readonly exit?: number | readonly number[];
  readonly signal?: string;
  readonly json?: Expected;
  readonly stdout?: Expected;
  readonly stderr?: Expected;
  readonly ms?: Expected;
  readonly files?: Readonly<Record<string, Expected>>;
  readonly spill?: Expected;
}

interface Step {
  readonly args?: readonly string[];
  readonly stdin?: unknown;
  readonly stdinText?: string;
  readonly stdinRepeat?: Repeat;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly write?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  readonly mkdir?: string;
  readonly copyProjectTo?: string;
  readonly symlink?: Readonly<Record<string, string>>;
  readonly signal?: { readonly name: NodeJS.Signals; readonly whenFile: string };
  readonly expect?: Expectations;
}

/** One black-box case: files, calls and what they must come to. */
export interface Case extends Step {
  readonly id: string;
  readonly about: string;
  readonly dialect?: string;
  readonly project?: Readonly<Record<string, unknown>>;
  readonly homeFiles?: Readonly<Record<string, unknown>>;
  readonly trust?: boolean;
  readonly steps?: readonly Step[];
}

/**
 * Runs a case with a program and the arguments that come before its own; returns what is wrong, undefined when all holds.
 * A program that takes its time to start is granted `patience` times the time.
 */
export async function runCase(
  one: Case,
  program: readonly [string, ...string[]],
  patience = 1,
): Promise<string | undefined> {
  const box = sandbox();
  const { project, home, state, root } = box;
  const known: Readonly<Record<string, string>> = { project, home, state, root };
  const fill = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value ?? null), (_key, each: unknown) =>
      typeof each === "string" ? each.replace(/@\{(\w+)\}/g, (all, name: string) => known[name] ?? all) : each,
    ) as T;
  const dialect = one.dialect && one.dialect !== "hel" ? ["--dialect", one.dialect] : [];
  const start = (args: readonly string[], step: Step): Promise<Ran> => {
    const own = ["run", "explain"].includes(args[0] ?? "") ? dialect : [];
    const [file, ...before] = program;
    return call(file, {
      args: [...before, ...args, ...own],
      cwd: step.cwd ? resolve(root, step.cwd) : project,
      env: { ...box.env, NO_COLOR: "1", ...fill(one.env), ...fill(step.env) },
      stdin: stdinOf(step, fill),
      onStart: (pid) => sendSignal(pid, project, fill(step.signal)),
    });
  };
  try {
    writeAll(project, fill(one.project ?? {}), known);
    writeAll(home, fill(one.homeFiles ?? {}), known);
    if (one.trust !== false) {
      const trusted = await start(["trust", "--yes", ...dialect], {});
      if (one.trust && trusted.code !== 0) return `trust exited ${trusted.code}: ${trusted.stderr}`;
    }
    for (const [at, step] of (one.steps ?? [one]).entries()) {
      change(step, { project, root }, fill, known);
      if (!step.args) continue;
      const ran = await start(fill(step.args), step);
      const wrong = judge({ ...ran, ms: ran.ms / patience }, fill(step.expect ?? {}), project, step.args[0] === "run");
      if (wrong)
        return `step ${at + 1}: ${wrong}\nexit ${ran.code}\n${ran.stdout.slice(0, 600)}\n${ran.stderr.slice(0, 600)}`;
    }
    return undefined;
  } finally {
    box.remove();
  }
}

type Fill = <T>(value: T) => T;

function stdinOf(step: Step, fill: Fill): string {
  if (step.stdinText !== undefined) return fill(step.stdinText);
  if (step.stdinRepeat) return repeated(step.stdinRepeat);
  return step.stdin === undefined ? "" : JSON.stringify(fill(step.stdin));
}

const repeated = ({ before, unit, times, after }: Repeat): string => before + unit.repeat(times) + after;

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const repeat = (content as { $repeat?: Repeat } | null)?.$repeat;
  return repeat ? repeated(repeat) : `${JSON.stringify(content, null, 2)}\n`;
}

function writeAll(
  base: string,
  files: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, string>>,
): void {
  for (const [name, content] of Object.entries(files)) {
    const file = resolve(
      base,
      name.replace(/@\{(\w+)\}/g, (all, key: string) => known[key] ?? all),
    );
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(content));
    if (!name.endsWith(".json")) chmodSync(file, 0o755);
  }
}

function change(
  step: Step,
  { project, root }: { project: string; root: string },
  fill: Fill,
  known: Readonly<Record<string, string>>,
): void {
  if (step.write) writeAll(project, fill(step.write), known);
  for (const path of fill(step.remove ?? [])) rmSync(resolve(project, path), { recursive: true, force: true });
  if (step.copyProjectTo) cpSync(project, resolve(root, step.copyProjectTo), { recursive: true });
  for (const [link, target] of Object.entries(fill(step.symlink ?? {})))
    symlinkSync(resolve(root, target), resolve(root, link));
  if (step.mkdir) mkdirSync(resolve(project, fill(step.mkdir)), { recursive: true });
}

function sendSignal(pid: number, project: string, signal: Step["signal"] | null): void {
  if (!signal) return;
  const look = setInterval(() => {
    if (!existsSync(resolve(project, signal.whenFile))) return;
    clearInterval(look);
    process.kill(pid, signal.name);
  }, 20);
}

function judge(ran: Ran, expected: Expectations, project: string, isRun: boolean): string | undefined {
  if (expected.exit !== undefined && ![expected.exit].flat().includes(ran.code ?? -1)) {
    return `exit ${ran.code ?? ran.signal}, wanted ${expected.exit}`;
  }
  if (expected.signal !== undefined && ran.signal !== expected.signal)
    return `signal ${ran.signal}, wanted ${expected.signal}`;
  if (expected.json !== undefined) {
    if (isRun && !/^[^\r\n]+\n$/.test(ran.stdout)) return "stdout is not one line";
    const document = JSON.parse(ran.stdout) as unknown;
    const wrong = (isRun ? nullField(document) : undefined) ?? difference(expected.json, document, "document");
    if (wrong) return wrong;
  }
  for (const name of ["stdout", "stderr", "ms"] as const) {
    const wrong = name in expected ? difference(expected[name], ran[name], name) : undefined;
    if (wrong) return wrong;
  }
  for (const [name, wanted] of Object.entries(expected.files ?? {})) {
    const file = resolve(project, name);
    const content = existsSync(file) ? readFileSync(file, "utf8") : undefined;
    const json = (wanted as { $json?: Expected } | null)?.$json;
    const wrong =
      json === undefined ? difference(wanted, content, name) : difference(json, JSON.parse(content ?? "null"), name);
    if (wrong) return wrong;
  }
  return expected.spill === undefined ? undefined : judgeSpill(ran, expected.spill);
}

function judgeSpill(ran: Ran, expected: Expected): string | undefined {
  const { spill_path: path } = JSON.parse(ran.stdout) as { spill_path?: string };
  if (path === undefined) return "no spill_path";
  const { $length: bytes, ...rest } = expected as Record<string, unknown>;
  const text = readFileSync(path, "utf8");
  if (bytes !== undefined && Buffer.byteLength(text) !== bytes)
    return `${Buffer.byteLength(text)} bytes spilled, wanted ${bytes}`;
  return Object.keys(rest).length > 0 ? difference(rest, text, "spilled text") : undefined;
}

function nullField(document: unknown): string | undefined {
  const { handlers = [] } = document as { handlers?: object[] };
  for (const each of [document as object, ...handlers]) {
    const name = Object.entries(each).find(([key, value]) => value === null && key !== "updated_output")?.[0];
    if (name) return `${name} is null`;
  }
  return undefined;
}
