import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, sandbox } from "../../support/binary.ts";
import { command, ending, hooksOf } from "../../support/claude-run.ts";

let box: Sandbox;
beforeEach(() => {
  // The project is a repository with a plain folder, a link to a folder of its own and one that leads out of it.
  box = sandbox({ ".git/HEAD": "ref: refs/heads/main\n", "trees/a": "", "sub/a": "" });
  mkdirSync(join(box.root, "out"));
  symlinkSync(join(box.root, "out"), join(box.project, "leads-out"));
  symlinkSync("trees", join(box.project, "alias"));
  symlinkSync(box.project, join(box.root, "project-alias"));
  symlinkSync("nowhere", join(box.project, "dangling"));
});
afterEach(() => box.remove());

/** Runs WorktreeCreate with one command handler that prints this, in a folder of the project. */
async function create(out: string, cwd = box.project) {
  box.write({ ".claude/settings.json": hooksOf("WorktreeCreate", command(ending({ out }))) });
  const args = ["run", "WorktreeCreate", "--dialect", "claude", "--dangerously-skip-trust"];
  const { code, stdout } = await box.run(args, { stdin: JSON.stringify({ name: "w", cwd }) });
  return { code, document: JSON.parse(stdout), project: box.project };
}

describe("the path of a worktree", () => {
  const rows: readonly (readonly [what: string, printed: string, path: string, folder?: string])[] = [
    ["absolute, in the repository", "@/trees/w", "@/trees/w"],
    ["absolute, elsewhere", "/srv/w", "/srv/w"],
    ["relative", "trees/w", "@/trees/w"],
    ["relative to a folder below", "w", "@/sub/w", "sub"],
    ["relative with a dot", "./trees/w", "@/trees/w"],
    ["relative, out of the repository", "../w", "@@/w"],
    ["relative, up from a folder below", "../trees/w", "@/trees/w", "sub"],
    ["absolute with ..", "@/trees/../w", ""],
    ["absolute with .", "@/./w", ""],
    ["through a link that leads out", "@/leads-out/w", ""],
    ["through a link that stays inside", "@/alias/w", ""],
    ["relative through a link", "alias/w", ""],
    ["a link itself", "@/leads-out", ""],
    ["a link to nothing", "@/dangling", ""],
    ["in folders that are not there yet", "@/trees/x/y/w", "@/trees/x/y/w"],
  ];

  test.each(rows.map(([what, printed, path, folder = ""]) => ({ what, printed, path, folder })))(
    "$what",
    async (row) => {
      const place = (text: string) => text.replace("@@", box.root).replace("@", box.project);
      const { code, document } = await create(place(row.printed), join(box.project, row.folder));
      const refused = row.path === "";
      expect(document.event_output).toEqual(refused ? undefined : { worktreePath: place(row.path) });
      expect([code, document.decision]).toEqual(refused ? [2, "block"] : [0, "continue"]);
      if (refused)
        expect(document.reason).toMatch(
          /^(?:an absolute worktree path must not hold|a worktree path must not lead through the link) /,
        );
    },
  );

  test("may stand in a project that was itself reached through a link", async () => {
    const alias = join(box.root, "project-alias");
    const { code, document } = await create(`${alias}/trees/w`, alias);
    expect([code, document.event_output]).toEqual([0, { worktreePath: `${alias}/trees/w` }]);
    expect((await create(`${box.project}/alias/w`, alias)).code).toBe(2);
  });

  test("is the last line that is not empty; without one the worktree fails", async () => {
    expect((await create("made it\n /w/x \n\n")).document.event_output).toEqual({ worktreePath: "/w/x" });
    expect((await create("\n\n")).document).toMatchObject({ decision: "block", reason: "the hook printed no path" });
  });
});
