import { comparisons } from "./comparisons.ts";
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
  const codexTen = await makeProject(lab, "codex-ten-sleeping", {
    commands: Array.from({ length: TEN }, () => "sleep 0.2"),
    dialect: "codex",
  });

  const alone = { command: ["/bin/sh", "-c", HANDLER], cwd: none };
  const run = (id: string): string[] => [ownHelHooks(lab, id), "run", "pre"];
  return [
    { id: "bare", name: "bare: a compiled Bun program that prints {}", command: [lab.bare], cwd: none, times: 1 },
    { id: "one-alone", name: `handler alone: sh -c '${HANDLER}'`, ...alone, times: 1 },
    { id: "ten-alone", name: "ten handlers alone, one after the other", ...alone, times: TEN },
    {
      id: "no-configuration",
      name: "hel-hooks, no configuration",
      command: run("no-configuration"),
      cwd: none,
      times: 1,
      wrong: ranOther(0),
      standard: { ids: ["bare"], words: "bare", atMost: 1.25 },
    },
    {
      id: "no-match",
      name: "hel-hooks, no match",
      command: run("no-match"),
      cwd: unmatched,
      times: 1,
      wrong: ranOther(0),
      standard: { ids: ["bare"], words: "bare", atMost: 1.35 },
    },
    {
      id: "one-handler",
      name: "hel-hooks, one handler",
      command: run("one-handler"),
      cwd: one,
      times: 1,
      wrong: ranOther(1),
      standard: { ids: ["bare", "one-alone"], words: "(bare + handler alone)", atMost: 1.35 },
    },
    {
      id: "no-match-logged",
      name: "hel-hooks, no match, --log",
      command: [...run("no-match-logged"), "--log"],
      cwd: unmatched,
      times: 1,
      wrong: ranOther(0),
      standard: { ids: ["no-match"], words: "no match", atMostMore: LOG_GOAL },
    },
    {
      id: "one-handler-logged",
      name: "hel-hooks, one handler, --log",
      command: [...run("one-handler-logged"), "--log"],
      cwd: one,
      times: 1,
      wrong: ranOther(1),
      standard: { ids: ["one-handler"], words: "one handler", atMostMore: LOG_GOAL },
    },
    {
      id: "ten-handlers",
      name: "hel-hooks, ten handlers",
      command: run("ten-handlers"),
      cwd: ten,
      times: 1,
      wrong: ranOther(TEN),
      standard: { ids: ["bare", "ten-alone"], words: "(bare + ten alone)", atMost: 1.25 },
    },
    {
      id: "codex-one-handler",
      name: "hel-hooks --dialect codex, one handler",
      command: [...run("codex-one-handler"), "--dialect", "codex"],
      cwd: codex,
      times: 1,
      wrong: ranOther(1),
      standard: { ids: ["one-handler"], words: "hel, one handler" },
    },
    {
      id: "codex-ten-sleeping",
      sleeps: true,
      name: "hel-hooks --dialect codex, ten that sleep 200 ms",
      command: [...run("codex-ten-sleeping"), "--dialect", "codex"],
      cwd: codexTen,
      times: 1,
      wrong: ranOther(TEN),
    },
    {
      id: "claude-one-handler",
      name: "hel-hooks --dialect claude, one handler",
      command: [...run("claude-one-handler"), "--dialect", "claude"],
      cwd: claude,
      times: 1,
      wrong: ranOther(1),
      standard: { ids: ["one-handler"], words: "hel, one handler" },
    },
    ...(await comparisons(lab)),
  ];
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
