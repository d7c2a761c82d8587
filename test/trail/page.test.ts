import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import type { TrailEntry } from "../../src/trail/entry.ts";
import type { HandlerStats } from "../../src/trail/stats.ts";
import { call, type Sandbox, sandbox } from "../support/binary.ts";
import { chromium } from "./chromium.ts";

const found = chromium();
const CHROMIUM = found ?? "";
// A skip is easily overlooked: two tests less look like success.
if (found === undefined)
  console.warn(
    "NOT TESTED: no Chromium was found, so no browser opened the page of log --html (HEL_HOOKS_CHROMIUM names one)",
  );

let box: Sandbox;
afterEach(() => box.remove());

const HOSTILE = `</script><script>document.title="owned"</script><img src=x onerror=document.title="owned"> & "quoted" 'too'`;

/** A trail of 300 runs, some of whose texts try to get out of the page. */
function writeTrail(): void {
  const lines: string[] = [];
  for (let at = 0; at < 300; at++) {
    const refused = at % 3 === 0;
    const entry: TrailEntry = {
      time: new Date(Date.UTC(2026, 0, 1, 12, 0, at * 7)).toISOString(),
      project: "/project",
      dialect: "hel",
      event: at % 2 === 0 ? "PreToolUse" : "PostToolUse",
      tool: at % 5 === 0 ? HOSTILE : "bash",
      decision: refused ? (at % 2 === 0 ? "deny" : "block") : "continue",
      exit_status: refused ? 2 : 0,
      ms: 1 + (at % 40) ** 2 / 3,
      handlers: [
        { group: 0, index: 0, command: "sh guard.sh", status: refused ? "blocked" : "passed", ms: 1 + (at % 17) / 3 },
        {
          group: 0,
          index: 1,
          command: HOSTILE,
          status: at % 11 === 0 ? "timed_out" : "failed",
          ms: at * 1.37,
          words: HOSTILE,
        },
      ],
    };
    lines.push(`${JSON.stringify(entry)}\n`);
  }
  mkdirSync(join(box.state, "log"), { recursive: true });
  writeFileSync(join(box.state, "log/2026-01-01.jsonl"), lines.join(""));
}

async function page(): Promise<string> {
  const file = join(box.root, "page.html");
  expect(await box.run(["log", "--html", file])).toMatchObject({ code: 0, stdout: `wrote ${file}\n`, stderr: "" });
  return file;
}

/** The numbers of the handlers' table: those that are written in it, and times as exactly as they are known. */
function tableOf(html: string): Record<string, number>[] {
  const table = /<table id="handlers">.*?<\/table>/s.exec(html)?.[0] ?? "";
  return table
    .split("<tr>")
    .slice(2)
    .map((row) =>
      Object.fromEntries(
        [...row.matchAll(/data-name="(\w+)"(?: data-value="([\d.]+)")?>([^<]*)</g)].map(([, name, value, text]) => [
          name,
          Number(value ?? text),
        ]),
      ),
    );
}

async function expectSameNumbers(html: string): Promise<void> {
  const stats = JSON.parse((await box.run(["log", "--stats", "--json"])).stdout);
  const numbers = stats.handlers.map(({ runs, refusals, failures, timeouts, p50, p95, max }: HandlerStats) => ({
    runs,
    refusals,
    failures,
    timeouts,
    p50,
    p95,
    max,
  }));
  expect(numbers).toHaveLength(4);
  expect(tableOf(html)).toEqual(numbers);
  const card = (name: string) => Number(new RegExp(`data-card="${name}">(\\d+)<`).exec(html)?.[1]);
  const sum = (name: "failures" | "timeouts") =>
    stats.handlers.reduce((all: number, each: HandlerStats) => all + each[name], 0);
  expect(card("runs")).toBe(stats.runs);
  expect(card("refused")).toBe((stats.decisions.deny ?? 0) + (stats.decisions.block ?? 0));
  expect(card("failures")).toBe(sum("failures"));
  expect(card("timeouts")).toBe(sum("timeouts"));
  const embedded = /<script type="application\/json" id="stats">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  expect(JSON.parse(embedded)).toEqual(stats);
}

test("the page shows the numbers of --stats --json, needs nothing else, and hostile text stays text", async () => {
  box = sandbox();
  writeTrail();
  const file = await page();
  const html = readFileSync(file, "utf8");
  await expectSameNumbers(html);
  expect(html.match(/\b(?:src|href)="|url\(|@import/g)).toBeNull();
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toContain("<img");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a page of an empty trail says so", async () => {
  box = sandbox();
  expect(readFileSync(await page(), "utf8")).toContain("No run is logged yet.");
});

test.skipIf(found === undefined)(
  "headless Chromium opens it without an error",
  async () => {
    box = sandbox();
    writeTrail();
    const url = pathToFileURL(await page()).href;
    const profile = (name: string) => `--user-data-dir=${join(box.root, name)}`;
    const options = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--enable-logging=stderr",
      "--window-size=1200,1400",
    ];
    const env = { ...box.env, HOME: box.home };
    const open = (...args: string[]) => call(CHROMIUM, { args: [...options, ...args, url], cwd: box.root, env });
    const dump = await open(profile("a"), "--dump-dom");
    expect(dump.code).toBe(0);
    // Chromium writes what a page's console would show, errors of scripts and refused resources too, as CONSOLE lines.
    expect(dump.stderr).not.toContain("CONSOLE");
    await expectSameNumbers(dump.stdout);
    expect(dump.stdout).toContain("<title>What the hooks did</title>");
    expect(dump.stdout).not.toContain("<img");
    const picture = join(box.root, "page.png");
    await open(profile("b"), `--screenshot=${picture}`);
    expect(statSync(picture).size).toBeGreaterThan(20_000);
  },
  120_000,
);

test.skipIf(found === undefined)(
  "what the test above looks for is there when a page is wrong",
  async () => {
    box = sandbox();
    const file = join(box.root, "wrong.html");
    writeFileSync(file, "<!doctype html><script>nothing()</script>");
    const args = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--enable-logging=stderr",
      `--user-data-dir=${join(box.root, "a")}`,
      "--dump-dom",
      pathToFileURL(file).href,
    ];
    const { stderr } = await call(CHROMIUM, { args, cwd: box.root, env: { ...box.env, HOME: box.home } });
    expect(stderr).toMatch(/CONSOLE.*nothing is not defined/);
  },
  120_000,
);
