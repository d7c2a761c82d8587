import { readSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { type Lab, setUp } from "./lab.ts";
import type { Subject } from "./subject.ts";

const LEFTHOOK = `bench:
  commands:
    no-op:
      run: "true"
`;

const PREK = `repos:
  - repo: local
    hooks:
      - { id: no-op, name: no-op, language: system, entry: "true", always_run: true, pass_filenames: false }
`;

/** Programs that people start as often, to see the times beside theirs; they have no goals. */
export async function comparisons(lab: Lab): Promise<Subject[]> {
  const jq = await installed("jq");
  return [
    subject("jq", "jq -n 1", typeof jq === "string" ? [jq, "-n", "1"] : jq, lab.folder),
    await hookManager(lab, "lefthook", ["run", "bench"], "lefthook.yml", LEFTHOOK),
    await hookManager(lab, "prek", ["run", "--all-files"], ".pre-commit-config.yaml", PREK),
  ];
}

/** A hook manager with one hook that does nothing, in a Git repository of its own. */
async function hookManager(lab: Lab, name: string, args: string[], file: string, content: string): Promise<Subject> {
  const folder = join(lab.folder, name);
  await mkdir(folder);
  const program = await installed(name);
  const git = await installed("git");
  const label = `${name} ${args.join(" ")}, one no-op`;
  if (typeof program !== "string") return subject(name, label, program, folder);
  if (typeof git !== "string") return subject(name, label, { missing: "git not installed" }, folder);
  await Bun.write(join(folder, file), content);
  setUp(lab, folder, [git, "init", "--quiet"]);
  setUp(lab, folder, [git, "add", "."]);
  return subject(name, label, [program, ...args], folder);
}

function subject(id: string, name: string, command: Subject["command"], cwd: string): Subject {
  return { id, name, command, cwd, times: 1, standard: { ids: ["bare"], words: "bare" } };
}

/** The path of a program, or why it cannot be measured. */
async function installed(name: string): Promise<string | { missing: string }> {
  const path = Bun.which(name);
  if (path === null) return { missing: "not installed" };
  // Package managers put scripts before native programs, and their interpreters take longer to start than all the rest.
  return (await isScript(path)) ? { missing: "only as a script that starts it" } : path;
}

async function isScript(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const start = Buffer.alloc(2);
    readSync(file.fd, start);
    return start.toString("latin1") === "#!";
  } finally {
    await file.close();
  }
}
