import { comparisons } from "./comparisons.ts";
import { shellEvent } from "./event.ts";
import { type Lab, makeProject, ownHelHooks } from "./lab.ts";
import type { Subject } from "./subject.ts";

/** The handler that is measured: it reads its event, as a real one does, and has nothing against it. */
const HANDLER = "cat >/dev/null";

const TEN = 10;

/** What a line of the trail may cost, in milliseconds. */
const LOG_GOAL = 0.5;

/** The project that `one handler` runs in. */
export const ONE_HANDLER = "one-handler";

/** All that is measured, in the order of the table; makes the projects that it needs. */
export async function makeSubjects(lab: Lab): Promise<Subject[]> {
  const none = await makeProject(lab, "no-configuration");
  const unmatched = await makeProject(lab, "no-match", { matcher: "^write_file$", commands: [HANDLER] });
  const one = await makeProject(lab, ONE_HANDLER, { commands: [HANDLER] });
  const ten = await makeProject(lab, "ten-handlers", { commands: Array.from({ length: TEN }, () => HANDLER) });

  const codex = await makeProject(lab, "codex-one-handler", { commands: [HANDLER], dialect: "codex" });
  const claude = await makeProject(lab, "claude-one-handler", { commands: [HANDLER], dialect: "claude" });
  const claudeIf = await makeProject(lab, "claude-if", { commands: [HANDLER], dialect: "claude", rule: "Bash(git *)" });
  const claudeTen = await makeProject(lab, "claude-ten-sleeping", {
    commands: Array.from({ length: TEN }, (_, at) => `sleep 0.2 # ${at}`),
    dialect: "claude",
  });
  const codexTen = await makeProject(lab, "codex-ten-sleeping", {
    commands: Array.from({ length: TEN }, () => "sleep 0.2"),
    dialect: "codex",
  });

  const alone = { command: ["/bin/sh", "-c", HANDLER], cwd: none };
  const run = [lab.helHooks, "run", "pre"];
  return [
    { id: "bare", name: "bare: a compiled Bun program that prints {}", command: [lab.bare], cwd: none, times: 1 },
    { id: "one-alone", name: `handler alone: sh -c '${HANDLER}'`, ...alone, times: 1 },
    { id: "ten-alone", name: "ten handlers alone, one after the other", ...alone, times: TEN },
    {
      id: "no-configuration",
      name: "hel-hooks, no configuration",
      command: run,
      cwd: none,
      times: 1,
      wrong: ranOther(0),
      standard: { ids: ["bare"], words: "bare", atMost: 1.25 },
    },
    {
      id: "no-match",
      name: "hel-hooks, no match",
      command: run,
      cwd: unmatched,
      times: 1,
      wrong: ranOther(0),
      standard: { ids: ["bare"], words: "bare", atMost: 1.35 },
    },
    {
      id: "one-handler",
      name: "hel-hooks, one handler",
      command: run,
      cwd: one,
      times: 1,
      wrong: ranOther(1),
      standard: { ids: ["bare", "one-alone"], words: "(bare + handler alone)", atMost: 1.35 },
    },
    {
      id: "no-match-logged",
      name: "hel-hooks, no match, --log",
      command: [...run, "--log"],
      cwd: unmatched,
      times: 1,
      wrong: ranOther(0),
      standard: { ids: ["no-match"], words: "no match", atMostMore: LOG_GOAL },
    },
    {
      id: "one-handler-logged",
      name: "hel-hooks, one handler, --log",
      command: [...run, "--log"],
      cwd: one,
      times: 1,
      wrong: ranOther(1),
      standard: { ids: ["one-handler"], words: "one handler", atMostMore: LOG_GOAL },
    },
    {
      id: "ten-handlers",
      name: "hel-hooks, ten handlers",
      command: run,
      cwd: ten,
      times: 1,
      wrong: ranOther(TEN),
      standard: { ids: ["bare", "ten-alone"], words: "(bare + ten alone)", atMost: 1.25 },
    },
    {
      id: "codex-one-handler",
      name: "hel-hooks --dialect codex, one handler",
      command: [...run, "--dialect", "codex"],
      cwd: codex,
      times: 1,
      wrong: ranOther(1),
      standard: { ids: ["one-handler"], words: "hel, one handler" },
    },
    {
      id: "codex-ten-sleeping",
      sleeps: true,
      name: "hel-hooks --dialect codex, ten that sleep 200 ms",
      command: [...run, "--dialect", "codex"],
      cwd: codexTen,
      times: 1,
      wrong: ranOther(TEN),
    },
    {
      id: "claude-one-handler",
      name: "hel-hooks --dialect claude, one handler",
      command: [...run, "--dialect", "claude"],
      cwd: claude,
      times: 1,
      wrong: ranOther(1),
      standard: { ids: ["one-handler"], words: "hel, one handler", atMostMore: 1.5 },
    },
    {
      id: "claude-if",
      name: "hel-hooks --dialect claude, one handler with if",
      command: [...run, "--dialect", "claude"],
      cwd: claudeIf,
      stdin: shellEvent,
      times: 1,
      wrong: ranOther(1),
      standard: { ids: ["one-handler"], words: "hel, one handler", atMostMore: 3 },
    },
    {
      id: "claude-ten-sleeping",
      sleeps: true,
      name: "hel-hooks --dialect claude, ten that sleep 200 ms",
      command: [...run, "--dialect", "claude"],
      cwd: claudeTen,
      times: 1,
      wrong: ranOther(TEN),
    },
    ...(await comparisons(lab)),
  ];
}

/**
 * The subjects that have a ratio as a goal, and what they are compared with, each with hel-hooks as a file of its own. Of
 * programs that are one file, each finds what the others left in the processor's caches, while the bare one finds only its own:
 * so these ratios are higher, and nearer to what it is like where long passes between two starts.
 */
export function subjectsApart(lab: Lab, subjects: readonly Subject[]): Subject[] {
  const compared = new Set<string>();
  for (const { id, standard } of subjects) {
    if (standard?.atMost !== undefined) for (const each of [id, ...standard.ids]) compared.add(each);
  }
  const apart: Subject[] = [];
  for (const subject of subjects) {
    const { id, name, command } = subject;
    if (!compared.has(id) || "missing" in command) continue;
    const own = command[0] === lab.helHooks ? [ownHelHooks(lab, id), ...command.slice(1)] : command;
    const { atMost: _, ...standard } = subject.standard ?? { ids: [], words: "" };
    apart.push({ ...subject, name: `${name}, a file of its own`, command: own, ...(subject.standard && { standard }) });
  }
  return apart;
}

/** Tells when a decision document is not that of so many handlers that all passed. */
export function ranOther(handlers: number): (stdout: string) => string | undefined {
  return (stdout) => {
    const document: { handlers: { status: string }[] } = JSON.parse(stdout);
    const passed = document.handlers.filter(({ status }) => status === "passed").length;
    const all = document.handlers.length;
    return passed === handlers && all === handlers ? undefined : `${passed} of ${all} handlers passed, not ${handlers}`;
  };
}
