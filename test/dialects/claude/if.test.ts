import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVENTS } from "../../../src/dialects/claude/events.ts";
import { commandPattern } from "../../../src/dialects/claude/if/glob.ts";
import { judge } from "../../../src/dialects/claude/if/index.ts";
import { bashCommands } from "../../../src/dialects/claude/if/shell-commands.ts";
import { sandbox } from "../../support/binary.ts";
import { eventOf, SAMPLES } from "../../support/claude.ts";
import { command, hooksOf, runClaude, settings } from "../../support/claude-run.ts";

const anchors = { home: "/home/me", source: "/p", cwd: "/p" };

async function runs(rule: string, tool: string, input: object, where: Partial<typeof anchors> = {}): Promise<boolean> {
  const event = eventOf("PreToolUse", { tool_name: tool, tool_input: input });
  return (await judge(rule, event, { ...anchors, ...where })).runs;
}

describe("Bash rules", () => {
  test.each<readonly [string, string, boolean]>([
    ["Bash", "anything at all", true],
    ["Bash(*)", "echo 'unclosed", true],
    ["Bash(git push *)", "git push origin", true],
    ["Bash(git push *)", "git push", true],
    ["Bash(git push *)", "git pushx", false],
    ["Bash(git push *)", "cd x && CI=1 git push -f", true],
    ["Bash(git push *)", "git commit -m 'git push x'", false],
    ["Bash(git push *)", "if true; then git push o; fi", true],
    ["Bash(git push *)", "for f in a b; do git push $f; done", true],
    ["Bash(git push *)", "f() { git push o; }; f", true],
    ["Bash(git push *)", "(cd x; git push o)", true],
    ["Bash(git push *)", "echo <(git push o)", true],
    ["Bash(git push *)", "cat <<E\n$(git push o)\nE\n", true],
    ["Bash(git push *)", "echo $HOME", true],
    ["Bash(git push *)", "echo '$HOME'", false],
    ["Bash(rm *)", "echo $HOME", false],
    ["Bash(rm *)", 'echo "$(rm x)"', true],
    ["Bash(rm *)", "echo `rm x`", true],
    ["Bash(rm *)", "$CMD x", true],
    ["Bash(rm *)", "echo 'unclosed", true],
    ["Bash(rm *)", "rmdir x", false],
    ["Bash(rm*)", "rmdir x", true],
    ["Bash(rm:*)", "rm -rf x", true],
    ["Bash(rm *)", "'rm' x", true],
    ["Bash(rm *)", "timeout -k 5 30 rm x", true],
    ["Bash(rm *)", "nice -n 5 nohup rm x", true],
    ["Bash(rm *)", "stdbuf -o L rm x", true],
    ["Bash(rm *)", "command rm x", true],
    ["Bash(rm *)", "time rm x", true],
    ["Bash(rm *)", "ls | xargs rm", true],
    ["Bash(rm *)", "ls | xargs -n 1 rm", false],
    ["Bash(rm *)", "builtin rm x", true],
    ["Bash(rm *)", "noglob rm x", true],
    ["Bash(rm *)", "ls |& rm x", true],
    ["Bash(rm *)", "ls & rm x", true],
    ["Bash(rm *)", "ls || rm x", true],
    ["Bash(rm *)", "A=1 B='2 3' rm x", true],
    ["Bash(rm *)", "ls # rm x", false],
    ["Bash(rm *)", "cat <<'E'\nrm x\n$(rm x)\nE\n", false],
    ["Bash(git push *)", "echo `date`", true],
    ["Bash(git push *)", "echo $(date)", true],
    ["Bash(rm *)", "echo $(date) `date` $HOME", false],
    ["Bash(rm *)", `${"$(".repeat(3000)}rm x${")".repeat(3000)}`, true],
    ["Bash(timeout *)", "timeout 30 ls", true],
    ["Bash(ls:*)", "lsof", false],
    ["Bash(git log)", "git log", true],
    ["Bash(git log)", "git log -1", false],
    ["Bash(npm test)", "npm test > out.txt", true],
    ["Bash(npm test)", "npm test --watch", false],
    ["Bash(git * main)", "git push origin main", true],
    ["Bash(* --force)", "git push --force", true],
    [`Bash(rm *)`, `echo ${"x".repeat(10_001)}`, true],
  ])("%s on %j: %s", async (rule, command, expected) => {
    expect(await runs(rule, "Bash", { command })).toBe(expected);
  });
});

describe("PowerShell rules", () => {
  test.each<readonly [string, string, boolean]>([
    ["PowerShell(Remove-Item *)", "rm x", true],
    ["PowerShell(Remove-Item *)", "get-date; DEL x", true],
    ["PowerShell(remove-item *)", "Remove-Item x -Force", true],
    ["PowerShell(rm *)", "Remove-Item x", true],
    ["PowerShell(Get-ChildItem *)", "Write-Output 'gci x'", false],
    ["PowerShell(Get-ChildItem *)", "if ($true) { gci x }", true],
    ["PowerShell(Remove-Item *)", "echo 'unclosed", true],
    ["PowerShell(Remove-Item *)", "gci x | ri", true],
    ["PowerShell(Remove-Item *)", "$old = Remove-Item x", true],
    ["PowerShell(Remove-Item *)", "$env:A += rm x", true],
    ["PowerShell(Remove-Item *)", 'Write-Output "$(Remove-Item x)"', true],
    ["PowerShell(Remove-Item *)", "Write-Output '$(Remove-Item x)'", false],
    ["PowerShell(Remove-Item *)", 'Write-Output "a ; Remove-Item x"', false],
    ["PowerShell(Remove-Item *)", "& 'Remove-Item' x", true],
    ["PowerShell(Remove-Item *)", '& "rm" x', true],
    ["PowerShell(Remove-Item *)", "& $command x", true],
    ["PowerShell(Remove-Item *)", "$list.Count", false],
    ["PowerShell(Remove-Item *)", "Write-Output $x", false],
    ["PowerShell(git push *)", "Write-Output $x", true],
  ])("%s on %j: %s", async (rule, command, expected) => {
    expect(await runs(rule, "PowerShell", { command })).toBe(expected);
  });
});

describe("path rules", () => {
  test.each<readonly [string, string, string, boolean]>([
    ["Edit(*.ts)", "Write", "/p/a/b.ts", true],
    ["Edit(*.ts)", "Read", "/p/b.ts", false],
    ["Edit(src/**)", "Edit", "/p/src/a/b", true],
    ["Edit(src/**)", "Edit", "/p/pkg/src/a", false],
    ["Edit(**/src/**)", "Edit", "/p/pkg/src/a", true],
    ["Edit(src/*.md)", "Edit", "/p/src/deep/a.md", false],
    ["Edit(/src/*.ts)", "Edit", "/p/src/a.ts", true],
    ["Edit(./src/*.ts)", "Edit", "/p/src/a.ts", true],
    ["Edit(//etc/**)", "Edit", "/etc/ssh/x", true],
    ["Edit(//etc/**)", "Edit", "/p/etc/x", false],
    ["Read(~/.ssh/**)", "Read", "/home/me/.ssh/id", true],
    ["Read(~/.ssh/**)", "Read", "/p/.ssh/id", false],
    ["Read(.env)", "Read", "/p/a/.env", true],
    ["Read(.env)", "Read", "/p/.env.example", false],
    ["Read(.env)", "Read", "/other/.env", false],
    ["Read(.env)", "Read", "/p/a/../.env", true],
    ["Read(.env)", "Read", "sub/.env", true],
    ["Read(.ENV)", "Read", "/p/.env", false],
    ["Edit", "Write", "/anywhere", true],
    ["Write(*.ts)", "Write", "/p/a.ts", false],
  ])("%s on %s %s: %s", async (rule, tool, file_path, expected) => {
    expect(await runs(rule, tool, { file_path })).toBe(expected);
  });

  test("/ begins at the project for its settings, at the start's folder for local ones, at ~/.claude for the user's", async () => {
    const rule = (text: string) => command(`echo ${text} >&2; exit 2`, { if: "Read(/x/*.md)" });
    const read = async (file: string, files: object, args: readonly string[] = []) => {
      const box = sandbox({ "sub/a": "", ...files });
      try {
        mkdirSync(join(box.home, ".claude"));
        writeFileSync(join(box.home, ".claude/settings.json"), JSON.stringify(hooksOf("PreToolUse", rule("user"))));
        const file_path = file.replace("~", box.home).replace("@", box.project);
        const stdin = JSON.stringify({ cwd: "/", tool_name: "Read", tool_input: { file_path } });
        const all = ["run", "pre", "--dialect", "claude", "--dangerously-skip-trust", ...args];
        return JSON.parse((await box.run(all, { stdin, cwd: join(box.project, "sub") })).stdout).reason;
      } finally {
        box.remove();
      }
    };
    const files = {
      ".claude/settings.json": hooksOf("PreToolUse", rule("project")),
      ".claude/settings.local.json": hooksOf("PreToolUse", rule("local")),
    };
    expect(await read("@/x/a.md", files)).toBe("project");
    expect(await read("@/sub/x/a.md", files)).toBe("local");
    expect(await read("~/.claude/x/a.md", files)).toBe("user");
    expect(await read("~/x/a.md", files)).toBe(undefined);
    const plugin = { "plug/hooks/hooks.json": hooksOf("PreToolUse", rule("plugin")) };
    expect(await read("@/plug/x/a.md", plugin, ["--plugin-dir", join("..", "plug")])).toBe("plugin");
  });

  test("Grep and Glob look below their path, or the working directory", async () => {
    expect(await runs("Read(a/**)", "Grep", { pattern: "x", path: "/p/a/b" })).toBe(true);
    expect(await runs("Read(a/**)", "Glob", { pattern: "*" })).toBe(false);
    expect(await runs("Edit(*.ipynb)", "NotebookEdit", { notebook_path: "/p/a.ipynb" })).toBe(true);
  });
});

describe("other rules", () => {
  test.each<readonly [string, string, object, boolean]>([
    ["mcp__github", "mcp__github__create", {}, true],
    ["mcp__github__*", "mcp__github__create", {}, true],
    ["mcp__github__create", "mcp__github__create", {}, true],
    ["mcp__github__create", "mcp__github__create_all", {}, false],
    ["mcp__github", "mcp__githubx__y", {}, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://EXAMPLE.com/a" }, true],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://a.example.com" }, false],
    ["WebFetch(domain:*.example.com)", "WebFetch", { url: "https://a.example.com" }, true],
    ["WebFetch(domain:*.example.com)", "WebFetch", { url: "https://example.com" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "not a url" }, false],
    ["Agent(Explore)", "Agent", { subagent_type: "Explore" }, true],
    ["Task(Explore)", "Agent", { subagent_type: "Plan" }, false],
    ["Task(Explore)", "Agent", { subagent_type: "Explore" }, true],
    ["Skill(review)", "Skill", { skill: "review" }, true],
    ["mcp__plugin_p_s", "mcp__plugin_p_s__t", {}, true],
    ["mcp__s", "mcp__plugin_p_s__t", {}, false],
    ["WebFetch(domain:EXAMPLE.com)", "WebFetch", { url: "https://example.com:8443/a" }, true],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.com.evil.org/" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.com@evil.org/" }, false],
    ["WebFetch", "WebFetch", { url: "not a url" }, true],
    ["Agent(p:reviewer)", "Agent", { subagent_type: "p:reviewer" }, true],
    ["Skill(review)", "Skill", { skill: "other" }, false],
    ["Bash|Write", "Bash", { command: "ls" }, false],
    ["Bash(ls) Bash(rm)", "Bash", { command: "rm" }, false],
    ["Glob(x)", "Write", {}, false],
  ])("%s on %s %j: %s", async (rule, tool, input, expected) => {
    expect(await runs(rule, tool, input)).toBe(expected);
  });

  test("a rule that can never count is told", async () => {
    const fault = async (rule: string, tool: string) =>
      (await judge(rule, eventOf("PreToolUse", { tool_name: tool }), anchors)).fault;
    expect(await fault("Bash || Write", "Bash")).toContain("exactly one rule");
    expect(await fault("Write(*.ts)", "Write")).toContain("is Edit(path)");
    expect(await fault("LSP(x)", "LSP")).toContain("means nothing for LSP");
  });
});

test("a handler with if runs on five events, and never on any other", async () => {
  const ran: string[] = [];
  for (const event of Object.keys(EVENTS)) {
    const files = settings(event, command("exit 0", { if: event.startsWith("Pre") ? "Bash(*)" : "Bash" }));
    const { document } = await runClaude(files, event, SAMPLES[event] ?? {});
    if (document.handlers.length > 0) ran.push(event);
    else expect(document.warnings).toEqual([expect.stringContaining(`a handler with if never runs on ${event}`)]);
  }
  expect(ran).toEqual(["PreToolUse", "PermissionRequest", "PermissionDenied", "PostToolUse", "PostToolUseFailure"]);
});

test("whatever the shell text, its commands are found or it is said why not", () => {
  const piece = fc.constantFrom(
    "ls",
    " ",
    "$(",
    ")",
    "`",
    "'",
    '"',
    "&&",
    "|",
    ";",
    "\n",
    "{",
    "}",
    "<<E",
    "$X",
    "(",
    "#",
    "\\",
    "if",
    "fi",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const { commands, unknown } = bashCommands(pieces.join(""));
      expect(Array.isArray(commands)).toBe(true);
      expect(unknown === undefined || unknown.length > 0).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("a pattern with stars matches as its regular expression would", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "*"), maxLength: 10 });
  fc.assert(
    fc.property(
      text,
      text.map((each) => each.replaceAll("*", "a").trim()),
      (pattern, command) => {
        const written = pattern.trim();
        const boundary = written.endsWith(" *");
        const head = (boundary ? written.slice(0, -2).trimEnd() : written).replaceAll("*", ".*");
        const expected = new RegExp(`^${head}${boundary ? "( .*)?" : ""}$`).test(command);
        expect(commandPattern(written).matches(command)).toBe(expected);
      },
    ),
    { numRuns: 1000 },
  );
});
