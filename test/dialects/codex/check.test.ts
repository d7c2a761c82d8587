import { expect, test } from "vitest";
import { checkCodexFile } from "../../../src/dialects/codex/check.ts";
import { sandbox } from "../../support/binary.ts";

const JSON_FILE = `{
  "hooks": {
    "PreToolUse": [
      {"matcher": "[", "hooks": [{"type": "command", "command": "x"}]},
      {"hooks": [
        {"type": "command", "command": " "},
        {"type": "prompt", "prompt": "x"}
      ]}
    ],
    "SessionEnd": [{"hooks": [{"type": "command", "command": "x", "timeout": 30}]}]
  }
}
`;

const TOML_FILE = `[[hooks.Stop]]
[[hooks.Stop.hooks]]
type = "command"
command = "x"

[[hooks.Stop.hooks]]
type = "command"
command = "y"
timeout = "10"
`;

/** Line, column, severity and message of everything that is found, file by file. */
async function found(files: Readonly<Record<string, string>>) {
  const all: unknown[] = [];
  for (const [file, text] of Object.entries(files)) {
    for (const { line, column, severity, message } of await checkCodexFile(file, new TextEncoder().encode(text)))
      all.push([line, column, severity, message]);
  }
  return all;
}

test("handlers and groups that Codex leaves out are warned of where they stand", async () => {
  expect(await found({ ".codex/hooks.json": JSON_FILE })).toEqual([
    [4, 19, "warning", expect.stringMatching(/^Codex skips this group: invalid matcher "\[": /)],
    [6, 9, "warning", "skipping empty hook command"],
    [7, 9, "warning", "skipping prompt hook: prompt hooks are not supported yet"],
    [10, 31, "warning", "clamping SessionEnd hook timeout to 3s"],
  ]);
});

test("a file that Codex rejects is an error, also in TOML, and every source is looked at", async () => {
  const unknownKey = '{\n  "hooks": {},\n  "$schema": "x"\n}';
  expect(await found({ ".codex/hooks.json": unknownKey, ".codex/config.toml": TOML_FILE })).toEqual([
    [3, 3, "error", "Codex rejects this whole file: unknown field `$schema`, expected `description` or `hooks`"],
    [9, 1, "error", 'Codex rejects this whole file: invalid type: string "10", expected u64'],
  ]);
});

test("validate looks at config.toml too", async () => {
  const box = sandbox({ ".codex/hooks.json": '{"hooks": {}}', ".codex/config.toml": TOML_FILE });
  try {
    const { code, stdout } = await box.run(["validate", "--dialect", "codex"]);
    expect(stdout).toMatch(/config\.toml:9:1: error\[HH701\]: Codex rejects this whole file/);
    expect(code).toBe(1);
  } finally {
    box.remove();
  }
});

test("a file without a fault", async () => {
  expect(await found({ ".codex/hooks.json": '{"hooks": {}}' })).toEqual([]);
});
