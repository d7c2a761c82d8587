import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limit } from "../../../src/dialects/codex/limit.ts";
import { fillIn } from "../../../src/dialects/codex/placeholders.ts";
import { preview } from "../../../src/dialects/codex/preview.ts";
import { readEvent } from "../../support/codex.ts";

// Rows of the table of Codex's behaviours about long texts, placeholders and what handlers get on stdin.

test("P3: one byte over the limit", () => {
  const shown = preview("x".repeat(10_001), 2500, "/tmp/hook_outputs/T/U.txt");
  expect(shown).toMatch(/^Warning: truncated output \(original token count: 2501\)\nTotal output lines: 1\n\nx/);
  expect(shown).toContain("…15 tokens truncated…");
});

test("P4: a preview names its file at the end", () => {
  const path = "/tmp/hook_outputs/t/u.txt";
  const shown = preview("hook output ".repeat(1000), 2500, path);
  expect(shown).toContain("(original token count: 3000)");
  expect(shown).toContain("…514 tokens truncated…");
  expect(shown.endsWith(`\n\nFull hook output saved to: ${path}`)).toBe(true);
});

test("P7: both ends of a text within one token", () => {
  expect(preview("example output", 1)).toBe(
    "Warning: truncated output (original token count: 4)\nTotal output lines: 1\n\nex…3 tokens truncated…ut",
  );
});

test("a preview never cuts a character, for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 20, maxLength: 200 }), fc.nat({ max: 4 }), (text, tokens) => {
      const [, head = "", tail = ""] = /\n\n(.*)…\d+ tokens truncated…(.*)$/s.exec(preview(text, tokens)) ?? [];
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
    }),
  );
});

async function inSpillFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hel-hooks-test-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("P1, P2: a text within the limit stays as it is", async () => {
  const place = { folder: "/proc/none", sessionId: "s" };
  for (const text of ["short", "x".repeat(10_000)]) {
    expect(await limit({ decision: "block", feedback: text }, place)).toEqual({ feedback: text });
  }
});

test("P5, P9: every context has its own limit, and 0 is none", async () => {
  await inSpillFolder(async (folder) => {
    const text = "x".repeat(12_000);
    const contexts = [{ text, limit: 1 }, { text, limit: 0 }, { text, limit: 4_000_000_000 }, { text }];
    const shown = await limit({ decision: "continue", contexts }, { folder, sessionId: "s" });
    const [first = "", second, third, fourth = ""] = shown.contexts ?? [];
    expect(first).toContain("\n\n…3000 tokens truncated…\n\nFull hook output saved to: ");
    expect([second, third]).toEqual([text, text]);
    expect(fourth).toMatch(/^Warning: truncated output/);
    const path = first.slice(first.lastIndexOf(" ") + 1);
    expect(readFileSync(path, "utf8")).toBe(text);
  });
});

test("P10: every continuation is limited on its own", async () => {
  await inSpillFolder(async (folder) => {
    const long = "y".repeat(20_000);
    const combined = { decision: "block" as const, feedback: `a\n\n${long}`, feedbackParts: ["a", long] };
    const { feedback, spillPath } = await limit(combined, { folder, sessionId: "s" });
    expect(feedback).toMatch(/^a\n\nWarning: truncated output \(original token count: 5000\)/);
    expect(readFileSync(spillPath ?? "", "utf8")).toBe(long);
  });
});

test("P11: a text that cannot be saved is shown within the full limit, without a last line", async () => {
  const text = "x".repeat(10_004);
  const shown = await limit({ decision: "block", feedback: text }, { folder: "/proc/none", sessionId: "s" });
  expect(shown.feedback).toContain("…1 tokens truncated…");
  expect(shown.feedback).not.toContain("saved to");
  expect(shown.warnings).toEqual([expect.stringContaining("could not be saved whole")]);
});

test("N1: placeholders keep their kind where they stand alone", () => {
  const input = {
    path: "${tool_input.file_path}",
    message: "scan ${tool_input.file_path}",
    count: "${tool_input.count}",
    optional: "${tool_input.optional}",
    nested: ["${tool_input.metadata}", { literal: true }],
  };
  const tool_input = { file_path: "/tmp/example.rs", count: 3, optional: null, metadata: { language: "rust" } };
  expect(fillIn(input, { tool_input })).toEqual({
    path: "/tmp/example.rs",
    message: "scan /tmp/example.rs",
    count: 3,
    optional: null,
    nested: [{ language: "rust" }, { literal: true }],
  });
});

test("N2: a placeholder for what is not there", () => {
  expect(() => fillIn({ a: ["x ${tool_input.missing}"] }, { tool_input: {} })).toThrow(
    "hook input placeholder `${tool_input.missing}` was not found",
  );
  expect(() => fillIn("${tool_input.0}", { tool_input: ["lists have no fields"] })).toThrow("was not found");
});

const sent = (...event: Parameters<typeof readEvent>): string => new TextDecoder().decode(readEvent(...event).payload);

test("E1, E7: the fields come in Codex's order, and a transcript that is not there is null", () => {
  expect(sent("PreToolUse", { transcript_path: undefined })).toBe(
    '{"session_id":"01a22ed5-214d-72f2-8833-c95c1f27f3d3","turn_id":"t1","transcript_path":null,"cwd":"/",' +
      '"hook_event_name":"PreToolUse","model":"mock-model","permission_mode":"default","tool_name":"Bash",' +
      '"tool_input":{"command":"ls"},"tool_use_id":"call_1"}',
  );
});

test("E2: a subagent's fields stand flat after the turn", () => {
  const keys = Object.keys(JSON.parse(sent("PreToolUse", { agent_type: "reviewer", agent_id: "a1" })) as object);
  expect(keys.slice(0, 5)).toEqual(["session_id", "turn_id", "agent_id", "agent_type", "transcript_path"]);
});

test("E4: a request for permission has no tool_use_id", () => {
  expect(sent("PermissionRequest")).not.toContain("tool_use_id");
});

test("E11: a compaction has its trigger and nothing of a permission mode", () => {
  expect(sent("PreCompact", { permission_mode: undefined })).toBe(
    '{"session_id":"01a22ed5-214d-72f2-8833-c95c1f27f3d3","turn_id":"t1","transcript_path":null,"cwd":"/",' +
      '"hook_event_name":"PreCompact","model":"mock-model","trigger":"manual"}',
  );
});

test("E12: the last message of a turn is null where there is none", () => {
  expect(sent("Stop", { last_assistant_message: undefined })).toMatch(
    /"stop_hook_active":false,"last_assistant_message":null\}$/,
  );
});

test("E14: the answer of an MCP tool goes on as it is", () => {
  const tool_response = { content: [{ type: "text", text: "x" }], structuredContent: { a: 1e21 } };
  expect(sent("PostToolUse", { tool_name: "mcp__s__t", tool_response })).toContain(JSON.stringify(tool_response));
});
