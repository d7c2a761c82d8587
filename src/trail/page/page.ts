import type { TrailEntry } from "../entry.ts";
import type { TrailStats } from "../stats.ts";
import { localTime } from "../text.ts";
import { html, scriptJson } from "./escape.ts";
import { KINDS, kindOf } from "./kinds.ts";
import { STYLE } from "./style.ts";
import { handlerTable, LISTED, runTable } from "./tables.ts";
import { durations, timeline } from "./timeline.ts";

/**
 * A trail as one HTML page that needs nothing else: it loads nothing and runs no script. The statistics lie in it as JSON too,
 * in the element `stats`, for programs.
 */
export function trailPage(entries: readonly TrailEntry[], stats: TrailStats): string {
  const count = (kind: string) => entries.filter(({ decision }) => kindOf(decision) === kind).length;
  const sum = (name: "failures" | "timeouts") => stats.handlers.reduce((all, handler) => all + handler[name], 0);
  const cards = [
    card("runs", stats.runs, "runs"),
    card("refused", count("refused"), "calls refused"),
    card("failures", sum("failures"), "handlers failed"),
    card("timeouts", sum("timeouts"), "handlers timed out"),
  ];
  const kinds = KINDS.filter(({ kind }) => count(kind) > 0);
  const legend = `<ul class="legend">${kinds.map(({ kind, words }) => `<li><i class="${kind}"></i>${html(words)}</li>`).join("")}</ul>`;
  const span =
    stats.from === undefined || stats.to === undefined
      ? "No run is logged yet."
      : `From ${localTime(stats.from)} to ${localTime(stats.to)}.`;
  const charts =
    entries.length === 0
      ? []
      : [
          section("Runs over time", legend + timeline(entries)),
          section("How long each run took", durations(entries)),
          section("Handlers", handlerTable(stats.handlers)),
          section(entries.length > LISTED ? `The last ${LISTED} runs` : "All runs", runTable(entries)),
        ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What the hooks did</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header><h1>What the hooks did</h1><p>${html(span)}</p></header>
<div class="cards">${cards.join("")}</div>
${charts.join("\n")}
</main>
<script type="application/json" id="stats">${scriptJson(stats)}</script>
</body>
</html>
`;
}

function card(name: string, number: number, words: string): string {
  return `<div><b data-card="${name}">${number}</b><span>${html(words)}</span></div>`;
}

function section(heading: string, content: string): string {
  return `<section><h2>${html(heading)}</h2>${content}</section>`;
}
