import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Call, type Ran, type Sandbox, sandbox } from "../../support/binary.ts";
import { codexEvent, oneGroup } from "../../support/codex.ts";
import { command } from "../../support/hooks.ts";

// The built binary with real handlers. Rows of the table of Codex's behaviours stand before the colon.

const open: Sandbox[] = [];

afterEach(() => {
  for (const box of open.splice(0)) box.remove();
});

function project(files: Readonly<Record<string, unknown>>): Sandbox {
  const box = sandbox(files);
  open.push(box);
  return box;
}

async function trusted(box: Sandbox, cwd = box.project): Promise<void> {
  const { code, stderr } = await box.run(["trust", "--yes", "--dialect", "codex"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
}

type Event = Parameters<typeof codexEvent>[0];

function run(box: Sandbox, event: Event, changes: object = {}, options: Partial<Call> = {}, more: string[] = []) {
  const stdin = codexEvent(event, { cwd: box.project, ...changes });
  return box.run(["run", event, "--dialect", "codex", ...more], { stdin, ...options });
}

const document = ({ stdout }: Ran) => JSON.parse(stdout) as Record<string, unknown> & { handlers: unknown[] };

const HOOKS = ".codex/hooks.json";

describe("processes", () => {
  test("D1: a handler that ends without reading a large event keeps its answer", async () => {
    const answer = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"kept"}}';
    const box = project({ [HOOKS]: oneGroup("PreToolUse", [{ type: "command", command: `echo '${answer}'` }]) });
    await trusted(box);
    const ran = await run(box, "PreToolUse", { tool_input: { command: "x".repeat(2_000_000) } });
    expect(document(ran)).toMatchObject({ decision: "continue", additional_context: ["kept"] });
  });

  test("D3: a session whose folder is gone", async () => {
    const box = project({ [HOOKS]: oneGroup("PreToolUse", [command("exit 2")]) });
    await trusted(box);
    const ran = await run(box, "PreToolUse", { cwd: join(box.project, "gone") });
    expect(document(ran)).toMatchObject({ decision: "continue", handlers: [{ status: "failed" }] });
  });

  test("D7: secrets of Codex reach no handler", async () => {
    const box = project({ [HOOKS]: oneGroup("SessionStart", [command("env | grep -i codex_exec || echo none")]) });
    await trusted(box);
    const ran = await run(box, "SessionStart", {}, { env: { CODEX_EXEC_SERVER_NOISE_AUTH_TOKEN: "secret" } });
    expect(document(ran)["additional_context"]).toEqual(["none"]);
  });

  test("D12: all handlers start at once, and stand in configured order", async () => {
    // Each waits for the other to have started.
    const meet = (own: string, other: string) =>
      command(
        `touch ${own}; i=0; until [ -e ${other} ]; do i=$((i+1)); [ $i -gt 2000 ] && exit 1; sleep 0.01; done; echo ${own}`,
      );
    const box = project({ [HOOKS]: oneGroup("SessionStart", [meet("a", "b"), meet("b", "a")]) });
    await trusted(box);
    expect(document(await run(box, "SessionStart"))).toMatchObject({
      additional_context: ["a", "b"],
      handlers: [{ status: "passed" }, { status: "passed" }],
    });
  });

  test("no more than 32 handlers run at a time, and none is lost", async () => {
    const count = command('mkdir -p busy; touch busy/$$; sleep 0.3; n=$(ls busy | wc -l); rm busy/$$; echo "$n"');
    const box = project({
      [HOOKS]: oneGroup(
        "SessionStart",
        Array.from({ length: 40 }, () => count),
      ),
    });
    await trusted(box);
    const { additional_context: counts, handlers } = document(await run(box, "SessionStart"));
    expect(handlers).toHaveLength(40);
    expect(Math.max(...(counts as string[]).map(Number))).toBeLessThanOrEqual(32);
  });

  test("D13: handlers get one line of JSON without an end of line", async () => {
    const box = project({ [HOOKS]: oneGroup("PreToolUse", [{ type: "command", command: "cat > got" }]) });
    await trusted(box);
    await run(box, "PreToolUse");
    expect(readFileSync(join(box.project, "got"), "utf8")).toBe(
      codexEvent("PreToolUse", { cwd: box.project }).replace(
        /^\{"hook_event_name":"PreToolUse",(.*?),"model"/,
        '{$1,"hook_event_name":"PreToolUse","model"',
      ),
    );
  });

  test("D15: a child with outputs of its own is left alone", async () => {
    const box = project({
      [HOOKS]: oneGroup("SessionStart", [command("(sleep 0.3; touch later) >/dev/null 2>&1 & echo now")]),
    });
    await trusted(box);
    expect(document(await run(box, "SessionStart"))["additional_context"]).toEqual(["now"]);
    await expect.poll(() => existsSync(join(box.project, "later")), { timeout: 20_000 }).toBe(true);
  });

  test("handlers run where the session is", async () => {
    const box = project({ [HOOKS]: oneGroup("SessionStart", [command("pwd")]), "sub/file": "" });
    await trusted(box);
    const ran = await run(box, "SessionStart", { cwd: join(box.project, "sub") });
    expect(document(ran)["additional_context"]).toEqual([join(box.project, "sub")]);
  });

  test("F34: an async handler is started, decides nothing and reads its event in peace", async () => {
    const late = command("exit 2", { async: true, command: "sleep 0.3; cat > got; exit 2" });
    const box = project({ [HOOKS]: oneGroup("PreToolUse", [late, command("true")]) });
    await trusted(box);
    const ran = await run(box, "PreToolUse", { tool_input: { command: "x".repeat(1_000_000) } });
    expect(ran.code).toBe(0);
    expect(document(ran)).toMatchObject({
      decision: "continue",
      handlers: [{ status: "started" }, { status: "passed", exit_code: 0 }],
    });
    const got = join(box.project, "got");
    await expect
      .poll(() => (existsSync(got) ? readFileSync(got).length : 0), { timeout: 20_000 })
      .toBeGreaterThan(1_000_000);
  });
});

describe("decisions and exit statuses", () => {
  const decides = async (event: Event, answer: object) => {
    const box = project({ [HOOKS]: oneGroup(event, [command(`echo '${JSON.stringify(answer)}'`)]) });
    await trusted(box);
    const ran = await run(box, event);
    return { code: ran.code, decision: document(ran)["decision"], stderr: ran.stderr };
  };

  test("K4: stop exits 2 and tells its reason", async () => {
    const ran = await decides("Stop", { continue: false, stopReason: "done" });
    expect(ran).toEqual({ code: 2, decision: "stop", stderr: "done\n" });
  });

  test("I4: a blocked prompt exits 2, and its reason is told", async () => {
    const ran = await decides("UserPromptSubmit", { decision: "block", reason: "slow down" });
    expect(ran).toEqual({ code: 2, decision: "block", stderr: "slow down\n" });
  });

  test("G1: permission exits 0", async () => {
    const decision = { hookEventName: "PermissionRequest", decision: { behavior: "allow" } };
    const ran = await decides("PermissionRequest", { hookSpecificOutput: decision });
    expect(ran).toEqual({ code: 0, decision: "allow", stderr: "" });
  });

  test("D2: a handler that takes too long is ended, and the rest stands", async () => {
    const box = project({ [HOOKS]: oneGroup("PreToolUse", [command("sleep 60", { timeout: 1 })]) });
    await trusted(box);
    const ran = await run(box, "PreToolUse");
    expect(ran.code).toBe(0);
    expect(document(ran).handlers).toMatchObject([{ status: "timed_out", error: "hook timed out after 1s" }]);
    expect(ran.stderr).toContain("PreToolUse handler 1 (cat >/dev/null; sleep 60) timed out: hook timed out after 1s");
  });

  test("with --on-failure block a handler that fails refuses", async () => {
    const box = project({ [HOOKS]: oneGroup("PreToolUse", [command("echo '{bad'")]) });
    await trusted(box);
    const ran = await run(box, "PreToolUse", {}, {}, ["--on-failure", "block"]);
    expect(ran.code).toBe(2);
    expect(document(ran)).toMatchObject({ decision: "deny", handlers: [{ status: "failed" }] });
  });

  test("an event that Codex does not have", async () => {
    const ran = await project({}).run(["run", "Notification", "--dialect", "codex"], { stdin: "{}" });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("there is no event Notification");
  });
});

describe("nesting", () => {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const rewrite = (levels: number) =>
    `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"safe","x":${deep(levels)}}}}`;
  const answering = (answer: string) => project({ answer, [HOOKS]: oneGroup("PreToolUse", [command("cat answer")]) });

  test("an answer that Codex would not read fails", async () => {
    const box = answering(rewrite(200_000));
    await trusted(box);
    const ran = await run(box, "PreToolUse", { tool_name: "update_plan" });
    expect(document(ran)).toMatchObject({ decision: "continue", handlers: [{ status: "failed" }] });
  });

  test("an event may be nested as deep as it likes, and no decision is lost", async () => {
    const box = answering(rewrite(1));
    await trusted(box);
    const stdin = `{"tool_name":"Bash","tool_input":{"command":"rm","x":${deep(500_000)}}}`;
    const ran = await run(box, "PreToolUse", {}, { stdin });
    expect(document(ran)["updated_input"]).toEqual({ command: "safe" });
  });

  test("files that are nested too deeply are rejected", async () => {
    const input = `{"hooks":{"Stop":[{"hooks":[{"type":"mcp_tool","server":"a","tool":"b","input":{"x":${deep(200_000)}}}]}]}}`;
    const box = project({ [HOOKS]: input, ".codex/config.toml": `x = ${deep(200_000)}` });
    await trusted(box);
    const { warnings } = document(await run(box, "Stop"));
    expect(warnings).toEqual([
      expect.stringContaining("hooks.json: recursion limit exceeded"),
      expect.stringMatching(/config\.toml: .*nested.* at line 1 column \d+$/),
    ]);
  });
});

const says = (text: string) => command(`echo ${text}`);
const tomlHook = (text: string) =>
  `[[hooks.SessionStart]]\n[[hooks.SessionStart.hooks]]\ntype = "command"\ncommand = "cat >/dev/null; echo ${text}"\n`;

function writeHome(box: Sandbox, name: string, content: unknown): void {
  const file = join(box.home, ".codex", name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}

describe("sources", () => {
  test("the user's come first, then every layer from the project down, JSON before TOML", async () => {
    const box = project({
      ".git/HEAD": "x",
      [HOOKS]: oneGroup("SessionStart", [says("project-json")]),
      ".codex/config.toml": tomlHook("project-toml"),
      "a/b/.codex/hooks.json": oneGroup("SessionStart", [says("deep-json")]),
      "other/.codex/hooks.json": oneGroup("SessionStart", [says("elsewhere")]),
    });
    writeHome(box, "hooks.json", oneGroup("SessionStart", [says("user-json")]));
    writeHome(box, "config.toml", tomlHook("user-toml"));
    const cwd = join(box.project, "a/b");
    await trusted(box, cwd);
    const { additional_context, handlers } = document(await run(box, "SessionStart", {}, { cwd }));
    expect(additional_context).toEqual(["user-json", "user-toml", "project-json", "project-toml", "deep-json"]);
    expect(handlers.map((each) => (each as { source: string }).source)).toEqual([
      join(box.home, ".codex/hooks.json"),
      join(box.home, ".codex/config.toml"),
      join(box.project, HOOKS),
      join(box.project, ".codex/config.toml"),
      join(cwd, HOOKS),
    ]);
  });

  test("files in the user's own folder need no trust; $CODEX_HOME says where it is", async () => {
    const box = project({});
    const codexHome = join(box.root, "mine");
    mkdirSync(codexHome);
    writeFileSync(join(codexHome, "hooks.json"), JSON.stringify(oneGroup("SessionStart", [says("mine")])));
    const ran = await run(box, "SessionStart", {}, { env: { CODEX_HOME: codexHome } });
    expect(document(ran)["additional_context"]).toEqual(["mine"]);
  });

  test("a .codex folder that is $CODEX_HOME counts once", async () => {
    const box = project({ [HOOKS]: oneGroup("SessionStart", [says("once")]) });
    const ran = await run(box, "SessionStart", {}, { env: { CODEX_HOME: join(box.project, ".codex") } });
    expect(document(ran)["additional_context"]).toEqual(["once"]);
  });

  test("O22: a linked worktree takes the hooks of the main checkout, and asks for trust in them", async () => {
    const box = project({ ".codex/config.toml": "", [HOOKS]: oneGroup("SessionStart", [says("main")]) });
    const git = (cwd: string, ...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd, stdio: "ignore" });
    git(box.project, "init");
    git(box.project, "add", "-A");
    git(box.project, "commit", "-m", "x");
    const cwd = join(box.root, "linked");
    git(box.project, "worktree", "add", cwd);
    writeFileSync(join(cwd, HOOKS), JSON.stringify(oneGroup("SessionStart", [says("linked")])));
    expect((await run(box, "SessionStart", {}, { cwd })).code).toBe(3);
    await box.run(["trust", "--yes", "--dialect", "codex"], { cwd });
    expect(document(await run(box, "SessionStart", {}, { cwd }))["additional_context"]).toEqual(["main"]);
  });

  test("a broken hooks.json is told with its place, and the rest runs", async () => {
    const box = project({
      [HOOKS]: '{"hooks": {},\n "Stop": []}',
      ".codex/config.toml": tomlHook("still"),
    });
    await trusted(box);
    const ran = await run(box, "SessionStart");
    expect(ran.code).toBe(0);
    expect(document(ran)).toMatchObject({
      additional_context: ["still"],
      warnings: [
        `failed to parse hooks config ${join(box.project, HOOKS)}: unknown field \`Stop\`, expected \`description\` or \`hooks\` at line 2 column 2`,
      ],
    });
    const strict = await run(box, "SessionStart", {}, {}, ["--on-failure", "block"]);
    expect(strict.code).toBe(2);
    expect(document(strict)).toMatchObject({ decision: "block", handlers: [] });
  });

  test("a file that cannot be read is told of", async () => {
    const box = project({ ".codex/hooks.json/x": "", ".codex/config.toml": tomlHook("still") });
    await trusted(box);
    expect(document(await run(box, "SessionStart"))).toMatchObject({
      additional_context: ["still"],
      warnings: [`failed to read hooks config ${join(box.project, HOOKS)}: it is a folder`],
    });
  });

  test("--config takes one file alone, in either format", async () => {
    const box = project({ "hooks.toml": tomlHook("toml"), [HOOKS]: oneGroup("SessionStart", [says("json")]) });
    const config = ["--config", "hooks.toml"];
    expect((await run(box, "SessionStart", {}, {}, config)).code).toBe(3);
    await box.run(["trust", "--yes", "--dialect", "codex", ...config]);
    expect(document(await run(box, "SessionStart", {}, {}, config))["additional_context"]).toEqual(["toml"]);
  });
});

describe("trust", () => {
  const TWO = { [HOOKS]: oneGroup("SessionStart", [says("json")]), ".codex/config.toml": tomlHook("toml") };

  test("what is shown is every source of the project with its handlers", async () => {
    const box = project(TWO);
    const { stdout } = await box.run(["trust", "--yes", "--dialect", "codex"]);
    for (const text of [join(box.project, HOOKS), "SessionStart", "echo json", "config.toml", "echo toml", "trusted"])
      expect(stdout).toContain(text);
  });

  test("a changed source stops all of them, and the message names what is to be looked at", async () => {
    const box = project(TWO);
    await trusted(box);
    box.write({ ".codex/config.toml": tomlHook("changed") });
    const ran = await run(box, "SessionStart");
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 3, stdout: "" });
    expect(ran.stderr).toContain("is not trusted, so none of its hooks ran: it changed since it was trusted");
    expect(ran.stderr).toContain(`hel-hooks trust --dialect codex ${box.project}`);
    expect((await box.run(["trust", "--check", "--dialect", "codex"])).code).toBe(3);
  });

  test("a source may not take another's place with the bytes that were trusted", async () => {
    const box = project({ ".git/HEAD": "x", "a/.codex/hooks.json": oneGroup("SessionStart", [says("a")]), "b/x": "" });
    await trusted(box, join(box.project, "a"));
    box.write({ "b/.codex/hooks.json": oneGroup("SessionStart", [says("a")]) });
    expect((await run(box, "SessionStart", {}, { cwd: join(box.project, "a") })).code).toBe(0);
    expect((await run(box, "SessionStart", {}, { cwd: join(box.project, "b") })).code).toBe(3);
  });

  test("trust given from one folder does not take away what was given from another", async () => {
    const layer = (text: string) => oneGroup("SessionStart", [says(text)]);
    const box = project({ ".git/HEAD": "x", "a/.codex/hooks.json": layer("a"), "b/.codex/hooks.json": layer("b") });
    const [a, b] = [join(box.project, "a"), join(box.project, "b")];
    await trusted(box, a);
    await trusted(box, b);
    for (const cwd of [a, b]) expect((await run(box, "SessionStart", {}, { cwd })).code).toBe(0);
    await box.run(["trust", "--revoke", "--dialect", "codex"], { cwd: a });
    for (const cwd of [a, b]) expect((await run(box, "SessionStart", {}, { cwd })).code).toBe(3);
  });

  test("--sha256 wants the hash of every file", async () => {
    const box = project(TWO);
    const checked = await box.run(["trust", "--check", "--json", "--dialect", "codex"]);
    const { files } = JSON.parse(checked.stdout) as { files: { sha256: string }[] };
    const [one = "", two = ""] = files.map(({ sha256 }) => sha256);
    expect((await box.run(["trust", "--sha256", one, "--dialect", "codex"])).code).toBe(1);
    expect((await box.run(["trust", "--sha256", `${one},${two}`, "--dialect", "codex"])).code).toBe(0);
  });

  test("hashes in the environment must name every file", async () => {
    const box = project(TWO);
    const checked = await box.run(["trust", "--check", "--json", "--dialect", "codex"]);
    const { files } = JSON.parse(checked.stdout) as { files: { sha256: string }[] };
    const pins = files.map(({ sha256 }) => `sha256:${sha256}`);
    const withPins = (list: string[]) => ({ env: { HEL_HOOKS_TRUST: list.join(",") } });
    expect((await run(box, "SessionStart", {}, withPins(pins.slice(1)))).code).toBe(3);
    expect((await run(box, "SessionStart", {}, withPins(pins))).code).toBe(0);
    expect((await box.run(["trust", "--check", "--dialect", "codex"], withPins(pins))).code).toBe(0);
  });

  test("hel and codex hooks of one project are trusted apart", async () => {
    const box = project({ ...TWO, ".hel/hooks.json": { hooks: {} } });
    await box.run(["trust", "--yes"]);
    expect((await run(box, "SessionStart")).code).toBe(3);
    await trusted(box);
    expect((await box.run(["trust", "--check"])).code).toBe(0);
  });
});

describe("MCP tools", () => {
  const server = join(import.meta.dirname, "../../support/mcp-server.ts");
  const CONFIG = `[mcp_servers.test]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(server)}]\n`;
  const tool = (name: string, text: string, more: object = {}) => ({
    type: "mcp_tool",
    server: "test",
    tool: name,
    input: { text },
    ...more,
  });

  test("N3: the text of a tool is read as a command's stdout", async () => {
    const answer = JSON.stringify({ decision: "block", reason: "unsafe file" });
    const box = project({ [HOOKS]: oneGroup("PostToolUse", [tool("say", answer)]), ".codex/config.toml": CONFIG });
    await trusted(box);
    const ran = await run(box, "PostToolUse");
    expect(document(ran)).toMatchObject({
      decision: "block",
      feedback: "unsafe file",
      handlers: [{ type: "mcp_tool", status: "blocked" }],
    });
  });

  test("N4: a prompt is filled in", async () => {
    const box = project({
      [HOOKS]: oneGroup("UserPromptSubmit", [tool("say", "asked: ${prompt}")]),
      ".codex/config.toml": CONFIG,
    });
    await trusted(box);
    expect(document(await run(box, "UserPromptSubmit"))["additional_context"]).toEqual(["asked: hello"]);
  });

  test("N2, N6: what cannot be asked fails, and the call goes on", async () => {
    const handlers = [
      tool("say", "${tool_input.missing}"),
      tool("fail", "broken"),
      tool("hang", "", { timeout: 2 }),
      tool("say", "x", { server: "none" }),
    ];
    const down = '[mcp_servers.down]\ncommand = "/nonexistent/server"\n';
    const box = project({
      [HOOKS]: oneGroup("PreToolUse", [...handlers, tool("say", "x", { server: "down" })]),
      ".codex/config.toml": CONFIG + down,
    });
    await trusted(box);
    const ran = await run(box, "PreToolUse");
    expect(ran.code).toBe(0);
    expect(document(ran)).toMatchObject({
      decision: "continue",
      handlers: [
        { status: "failed", error: "hook input placeholder `${tool_input.missing}` was not found" },
        { status: "failed", error: "broken" },
        { status: "timed_out" },
        { status: "failed", error: "MCP server `none` is not in [mcp_servers] of any config.toml" },
        { status: "failed", error: expect.stringContaining("ENOENT") },
      ],
    });
    expect(ran.stderr).toContain("handler 2 (test fail) failed: broken");
  });

  test("a person who is asked to trust sees what the server is", async () => {
    const box = project({ [HOOKS]: oneGroup("Stop", [tool("say", "x")]), ".codex/config.toml": CONFIG });
    const { stdout } = await box.run(["trust", "--yes", "--dialect", "codex"]);
    expect(stdout).toContain(`test say {"text":"x"} <- ${process.execPath} ${server}`);
  });
});
