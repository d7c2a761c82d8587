import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterEach, describe, expect, test } from "vitest";
import { codesTable } from "../../src/lint/explain.ts";
import sarifSchema from "../report/sarif-2.1.0.schema.json" with { type: "json" };
import { type Sandbox, sandbox } from "../support/binary.ts";

let box: Sandbox;
afterEach(() => box.remove());

const SIX = `{
  "hooks": {
    "PreToolUs": [],
    "PreToolUse": [
      { "matcher": "bash",
        "hooks": [{ "type": "command", "command": "./hooks/guard.sh", "timeout": 60000 }] },
      { "matcher": ["Edit", "Write"],
        "hooks": [{ "type": "comand", "command": "true" }] }
    ]
  }
}
`;

interface Reported {
  readonly file: string;
  readonly code: string;
  readonly severity: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

async function report(...args: readonly string[]): Promise<{ code: number | null; found: Reported[] }> {
  const { code, stdout } = await box.run(["validate", "--format", "json", ...args]);
  return { code, found: JSON.parse(stdout) as Reported[] };
}

const places = (found: readonly Reported[]) => found.map(({ code, line, column }) => `${line}:${column} ${code}`);

describe("a file with six faults", () => {
  const wanted = ["3:5 HH104", "5:21 HH201", "6:52 HH301", "6:82 HH401", "7:20 HH105", "8:29 HH108"];

  test("in hel: each is found, at its line and column", async () => {
    box = sandbox({ ".hel/hooks.json": SIX });
    const { code, found } = await report();
    expect(places(found)).toEqual(wanted);
    expect(code).toBe(1);
  });

  test("in Claude Code's settings too, with what follows from it", async () => {
    box = sandbox({ ".claude/settings.json": SIX });
    const { stdout } = await box.run(["validate"]);
    expect(stdout).toContain(".claude/settings.json:7:20: error[HH105]");
    expect(stdout).toContain("Claude Code drops this whole file: 2 handlers, and every other setting in it");
    const { found } = await report();
    // A path from the working directory is a fault of its own there.
    expect(places(found)).toEqual(["3:5 HH104", "5:21 HH201", "6:52 HH301", "6:52 HH306", ...wanted.slice(3)]);
  });

  test("as text: the line, the place marked, what follows and the cure", async () => {
    box = sandbox({ ".hel/hooks.json": SIX });
    const { stdout, stderr, code } = await box.run(["validate"]);
    expect(stdout.split("\n").slice(0, 5)).toEqual([
      '.hel/hooks.json:3:5: error[HH104]: unknown event "PreToolUs"',
      '  3 |     "PreToolUs": [],',
      "    |     ^^^^^^^^^^^",
      "  hel-hooks refuses the whole file: none of its 2 handlers runs",
      '  did you mean "PreToolUse"? allowed here: "PreToolUse", "PostToolUse"',
    ]);
    expect(stdout).toMatch(/\n4 errors, 2 warnings in 1 file; --fix can mend 3\n$/);
    expect({ stderr, code }).toEqual({ stderr: "", code: 1 });
  });

  test("as annotations", async () => {
    box = sandbox({ ".hel/hooks.json": SIX });
    const { stdout } = await box.run(["validate", "--format", "github"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(6);
    expect(lines[3]).toBe(
      "::warning file=.hel/hooks.json,line=6,endLine=6,col=82,endColumn=87,title=hel-hooks HH401::timeout is in seconds: 60000 is 16.7 hours%0Aa handler that hangs holds the session up for that long%0Awas 1 minute meant? then write 60",
    );
  });

  test("as SARIF 2.1.0 that holds to its schema", async () => {
    box = sandbox({ ".hel/hooks.json": SIX, "a folder/.codex/hooks.json": "[" });
    const { stdout } = await box.run([
      "validate",
      "--format",
      "sarif",
      ".hel/hooks.json",
      "a folder/.codex/hooks.json",
    ]);
    const log = JSON.parse(stdout);
    const valid = new Ajv({ strict: true, allowUnionTypes: true }).compile(sarifSchema);
    expect(valid(log), JSON.stringify(valid.errors)).toBe(true);
    expect(log.runs[0].results).toHaveLength(7);
    expect(log.runs[0].results[0].locations[0].physicalLocation.region).toEqual({
      startLine: 3,
      startColumn: 5,
      endLine: 3,
      endColumn: 16,
    });
    const { ruleId, ruleIndex } = log.runs[0].results[6];
    expect(log.runs[0].tool.driver.rules[ruleIndex].id).toBe(ruleId);
    // The schema would notice a fault.
    expect(valid({ ...log, version: "2.0.0" })).toBe(false);
  });
});

describe("which files, and whose rules", () => {
  test("without arguments: every hooks file of the project, from a folder below it", async () => {
    box = sandbox({
      ".git/HEAD": "",
      "sub/x": "",
      ".hel/hooks.json": { hooks: {} },
      ".claude/settings.json": { model: "x" },
      ".claude/settings.local.json": { hooks: { Stop: {} } },
      ".codex/hooks.json": { hooks: {}, x: 1 },
      ".gemini/settings.json": { hooks: { BeforeTool: [] } },
      ".cursor/hooks.json": { version: 1, hooks: { beforeShellExecution: [] } },
      ".github/hooks/a.json": { version: 1, hooks: { preToolUse: [] } },
    });
    const { stdout, code } = await box.run(["validate", "--format", "json"], { cwd: join(box.project, "sub") });
    const found = (JSON.parse(stdout) as Reported[]).map(({ file, code, severity }) => `${file} ${code} ${severity}`);
    expect(found.map((each) => each.replace(`${box.project}/`, ""))).toEqual([
      ".claude/settings.local.json HH105 error",
      ".codex/hooks.json HH104 error",
      ".gemini/settings.json HH116 info",
      ".cursor/hooks.json HH116 info",
      ".github/hooks/a.json HH116 info",
    ]);
    expect(code).toBe(1);
  });

  test.each([
    ["Cursor", { version: 1, hooks: { beforeShellExecution: [{ command: "./x" }] } }],
    ["Gemini CLI", { hooks: { BeforeTool: [{ hooks: [{ type: "command", command: "x" }] }] } }],
    ["GitHub Copilot", { version: 1, hooks: { preToolUse: [{ type: "command", bash: "x" }] } }],
  ])("a file of %s given as hel is named, with how to convert it", async (title, file) => {
    box = sandbox({ ".hel/hooks.json": file, "any.json": file });
    for (const name of [".hel/hooks.json", "any.json"]) {
      const { code, found } = await report(name);
      expect(found).toMatchObject([{ code: "HH116", severity: "error", line: 1, column: 1 }]);
      expect(found[0]?.message).toBe(`this is a hooks file of ${title}, not of hel`);
      expect(JSON.stringify(found)).toContain("becomes PreToolUse");
      expect(code).toBe(1);
    }
  });

  test("by its shape, else as it is given, else hel's", async () => {
    const stop = { hooks: { Stop: [], PostToolUseFailure: [] } };
    box = sandbox({ "a.json": stop, "b.json": { hooks: { Stop: [] } }, ".claude/settings.json": stop });
    expect((await report("a.json")).found).toEqual([]);
    expect((await report("b.json")).found).toMatchObject([{ code: "HH112" }]);
    expect((await report("b.json", "--dialect", "codex")).found).toEqual([]);
    expect((await report(".claude/settings.json", "--dialect", "hel")).found).toMatchObject([{ code: "HH116" }]);
  });

  test("nothing to check, and files that cannot be read", async () => {
    box = sandbox();
    const none = await box.run(["validate"]);
    expect(none).toMatchObject({ code: 1, stdout: "" });
    expect(none.stderr).toContain("there is nothing to check");
    box.write({ "large.json": `{"hooks": {}}${" ".repeat(1024 * 1024)}` });
    const { code, found } = await report("no.json", "large.json", ".");
    expect(found.map((each) => each.code)).toEqual(["HH100", "HH100", "HH100"]);
    expect(code).toBe(1);
  });
});

describe("what fails", () => {
  const warning = { hooks: { PreToolUse: [{ matcher: "bash", hooks: [{ type: "command", command: "true" }] }] } };

  test.each([
    [[], 0],
    [["--strict"], 1],
    [["--max-warnings", "1"], 0],
    [["--max-warnings", "0"], 1],
    [["--strict", "--ignore", "HH201"], 0],
  ])("a warning with %j: status %d", async (args, status) => {
    box = sandbox({ ".hel/hooks.json": warning });
    expect((await box.run(["validate", ...args])).code).toBe(status);
  });

  test("--quiet says only errors, and nothing when there are none", async () => {
    box = sandbox({ ".hel/hooks.json": warning });
    expect(await box.run(["validate", "--quiet"])).toMatchObject({ code: 0, stdout: "", stderr: "" });
    box.write({ ".hel/hooks.json": SIX });
    expect((await box.run(["validate", "--quiet"])).stdout.match(/\[HH\d+\]/g)).toEqual([
      "[HH104]",
      "[HH301]",
      "[HH105]",
      "[HH108]",
    ]);
  });

  test.each([
    [["--ignore", "HH999"], "there is no rule HH999"],
    [["--max-warnings", "many"], "--max-warnings must be a whole number"],
    [["--explain", "HH1O1"], "there is no rule HH1O1"],
  ])("%j is an error of usage", async (args, message) => {
    box = sandbox({ ".hel/hooks.json": warning });
    const { code, stderr } = await box.run(["validate", ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(1);
  });
});

describe(".hel/validate.json silences rules, with a reason", () => {
  const hooks = {
    hooks: {
      PreToolUse: [
        { matcher: "bash", hooks: [{ type: "command", command: "true" }] },
        { matcher: "read", hooks: [{ type: "command", command: "true" }] },
      ],
    },
  };

  test("where it is asked to, and nowhere else", async () => {
    box = sandbox({
      ".hel/hooks.json": JSON.stringify(hooks, null, 2),
      ".hel/validate.json": {
        ignore: [{ code: "HH201", file: ".hel/hooks.json", about: "bash", reason: "our shell is called bash" }],
      },
    });
    expect((await report()).found.map(({ message }) => message)).toEqual([
      'no tool is called "read": names are matched with their case',
    ]);
  });

  test("an entry without a reason, for no rule, or of no use is reported and silences nothing", async () => {
    box = sandbox({
      ".hel/hooks.json": hooks,
      ".hel/validate.json": {
        ignore: [
          { code: "HH201" },
          { code: "HH001", reason: "x" },
          { code: "HH401", reason: "x" },
          { cod: "HH201", reason: "x" },
        ],
      },
    });
    const { code, found } = await report();
    expect(found.map((each) => `${each.file} ${each.code}`)).toEqual([
      ".hel/hooks.json HH201",
      ".hel/hooks.json HH201",
      ...Array(5).fill(".hel/validate.json HH601"),
    ]);
    expect(code).toBe(0);
  });

  test("named itself, it is not taken for a hooks file", async () => {
    box = sandbox({ ".hel/hooks.json": hooks, ".hel/validate.json": { ignore: [{ code: "HH201", reason: "ours" }] } });
    expect((await report(".hel/validate.json", ".hel/hooks.json")).found).toEqual([]);
  });

  test("one that is no JSON", async () => {
    box = sandbox({ ".hel/hooks.json": { hooks: {} }, ".hel/validate.json": "[" });
    expect((await report()).found).toMatchObject([{ code: "HH601", file: ".hel/validate.json" }]);
  });
});

describe("--fix", () => {
  test("mends the file, keeps its formatting and mode, and changes nothing the second time", async () => {
    box = sandbox({ ".hel/hooks.json": SIX });
    const file = join(box.project, ".hel/hooks.json");
    const mode = statSync(file).mode;
    const { stdout, code } = await box.run(["validate", "--fix"]);
    expect(stdout).toMatch(/^\.hel\/hooks\.json: mended 3 faults\n/);
    expect(code).toBe(1);
    const mended = SIX.replace("60000", "60")
      .replace('["Edit", "Write"]', '"^(Edit|Write)$"')
      .replace("comand", "command");
    expect(readFileSync(file, "utf8")).toBe(mended);
    expect(statSync(file).mode).toBe(mode);
    expect((await box.run(["validate", "--fix"])).stdout).not.toContain("mended");
    expect(readFileSync(file, "utf8")).toBe(mended);
  });

  test("leaves alone what is silenced", async () => {
    box = sandbox({ ".hel/hooks.json": SIX });
    await box.run(["validate", "--fix", "--ignore", "HH401,HH201"]);
    expect(readFileSync(join(box.project, ".hel/hooks.json"), "utf8")).toContain("60000");
  });
});

test("--explain prints what, why, example and cure; all is the list", async () => {
  box = sandbox();
  const { stdout, code } = await box.run(["validate", "--explain", "HH101"]);
  expect(stdout.split("\n").map((line) => line.split(":")[0])).toEqual([
    "HH101 not-json",
    "",
    "What",
    "Why",
    "Example",
    "Cure",
    "",
  ]);
  expect(code).toBe(0);
  expect((await box.run(["validate", "--explain", "all"])).stdout).toBe(codesTable());
});

test("hostile names and texts reach a terminal escaped", async () => {
  box = sandbox({ ".hel/hooks.json": '{"hooks": {"\u202ePre\u001b[31m": [], "Pre\\u001b[31m": []}}' });
  const { stdout } = await box.run(["validate"]);
  expect(stdout).not.toMatch(/[\u001b\u202e]/);
});
