import type { TrailEntry } from "../entry.ts";
import type { HandlerStats } from "../stats.ts";
import { localTime, milliseconds } from "../text.ts";
import { html } from "./escape.ts";
import { kindOf } from "./kinds.ts";

/** How many of the last runs are listed. */
export const LISTED = 200;

/** What each handler did, and how long it took: p50 and p95 as bars on one scale. */
export function handlerTable(handlers: readonly HandlerStats[]): string {
  if (handlers.length === 0) return '<p class="empty">No handler ran.</p>';
  const longest = handlers.reduce((most, { p95 = 0 }) => Math.max(most, p95), 0);
  const rows = handlers.map((handler) => {
    const { event, source, command, project, runs, refusals, failures, timeouts, p50, p95, max } = handler;
    const where = [event, ...(source === undefined ? [] : [source]), project].map(html).join(" · ");
    const counts = [
      numberCell("runs", runs),
      numberCell("refusals", refusals, "refused"),
      numberCell("failures", failures, "bad"),
      numberCell("timeouts", timeouts, "bad"),
    ];
    return `<tr><td class="what"><code>${html(command)}</code><small>${where}</small></td>${counts.join("")}${timeCell("p50", p50)}${timeCell("p95", p95)}${timeCell("max", max)}<td class="bars">${barPair(p50, p95, longest)}</td></tr>`;
  });
  const heads = ["handler", "runs", "refused", "failed", "timed out", "p50", "p95", "max", "p50 in p95"];
  return table("handlers", heads, rows);
}

/** The last runs, newest first. */
export function runTable(entries: readonly TrailEntry[]): string {
  const rows = entries
    .slice(-LISTED)
    .toReversed()
    .map(({ time, decision, event, tool, ms, handlers, project }) => {
      const asked = handlers.map(({ status, command, words }) => {
        const title = words === undefined ? "" : ` title="${html(words)}"`;
        return `<div${title}><span class="status">${html(status)}</span> <code>${html(command)}</code></div>`;
      });
      const subject = `${html(event)}${tool === undefined ? "" : ` <b>${html(tool)}</b>`}`;
      return `<tr><td class="time">${localTime(time)}</td><td><span class="pill ${kindOf(decision)}">${html(decision)}</span></td><td>${subject}<small>${html(project)}</small></td><td class="number">${milliseconds(ms)}</td><td class="what">${asked.join("") || "<small>no handler</small>"}</td></tr>`;
    });
  return table("runs", ["time", "decision", "event", "took", "handlers"], rows);
}

const NUMBERS = new Set(["runs", "refused", "failed", "timed out", "p50", "p95", "max", "took"]);

function table(id: string, heads: readonly string[], rows: readonly string[]): string {
  const cells = heads.map((head) => `<th scope="col"${NUMBERS.has(head) ? ' class="number"' : ""}>${html(head)}</th>`);
  return `<div class="scroll"><table id="${id}"><thead><tr>${cells.join("")}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`;
}

function numberCell(name: string, count: number, notable = ""): string {
  const look = count === 0 ? " zero" : notable === "" ? "" : ` ${notable}`;
  return `<td class="number${look}" data-name="${name}">${count}</td>`;
}

function timeCell(name: string, ms: number | undefined): string {
  const value = ms === undefined ? "" : ` data-value="${ms}"`;
  return `<td class="number" data-name="${name}"${value}>${ms === undefined ? "" : milliseconds(ms)}</td>`;
}

function barPair(p50: number | undefined, p95: number | undefined, longest: number): string {
  if (p50 === undefined || p95 === undefined || longest <= 0) return "";
  const width = (ms: number) => `${Math.max(0.5, (ms / longest) * 100).toFixed(1)}%`;
  return `<div class="bar"><i style="width:${width(p95)}"></i><i class="half" style="width:${width(p50)}"></i></div>`;
}
