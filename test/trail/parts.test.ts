import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { TrailEntry } from "../../src/trail/entry.ts";
import { sinceTime } from "../../src/trail/filter.ts";
import { html, scriptJson } from "../../src/trail/page/escape.ts";
import { statsOf } from "../../src/trail/stats.ts";
import { bar } from "../../src/trail/text.ts";

test.each([
  ["90s", "2026-01-02T11:58:30.000Z"],
  ["2h", "2026-01-02T10:00:00.000Z"],
  ["7d", "2025-12-26T12:00:00.000Z"],
  ["2026-01-01", "2026-01-01T00:00:00.000Z"],
  ["yesterday", undefined],
  ["", undefined],
  ["1w", undefined],
])("--since %s", (text, time) => {
  expect(sinceTime(text, Date.parse("2026-01-02T12:00:00Z"))).toBe(time);
});

function entry(ms: readonly number[], at = 0): TrailEntry {
  const handlers = ms.map((each, index) => ({ group: 0, index, command: "a", status: "passed" as const, ms: each }));
  const time = new Date(at).toISOString();
  const about = { project: "/p", dialect: "hel", event: "PreToolUse", decision: "continue" as const };
  return { time, ...about, exit_status: 0, ms: 1, handlers };
}

test("quantiles are times that were measured: the nearest rank", () => {
  const times = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect(statsOf([entry(times)]).handlers[0]).toMatchObject({ runs: 100, p50: 50, p95: 95, max: 100 });
  expect(statsOf([entry([7])]).handlers[0]).toMatchObject({ p50: 7, p95: 7, max: 7 });
});

test("the same command in another project, event or file is another handler", () => {
  const one = entry([1]);
  const stats = statsOf([
    one,
    { ...one, project: "/q" },
    { ...one, event: "PostToolUse" },
    { ...one, handlers: one.handlers.map((handler) => ({ ...handler, source: "/f" })) },
    one,
  ]);
  expect(stats.handlers.map(({ runs }) => runs)).toEqual([2, 1, 1, 1]);
});

test("a bar is as long as its share, and never empty where there is something", () => {
  expect(bar(10, 10)).toBe("█".repeat(12));
  expect(bar(5, 10)).toBe("█".repeat(6));
  expect(bar(0.0001, 10)).toBe("▏");
  expect(bar(0, 10)).toBe("");
});

test("no text can end the element or attribute that it stands in", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(html(text)).not.toMatch(/[<>"']/);
      const json = scriptJson({ text });
      expect(json).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(json)).toEqual({ text });
    }),
  );
});
