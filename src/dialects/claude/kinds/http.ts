import { CAPTURE_LIMIT, type ProcessResult } from "../../../process/result.ts";
import type { HookEvent } from "../../../protocol/event.ts";
import type { Scene } from "../../dialect.ts";
import { causeOf, resultOf, type Told } from "../../told.ts";
import type { WrittenHandler } from "../handler-fields.ts";
import { piecesMatch } from "../stars.ts";

/** What the settings files allow `http` handlers; undefined where none says. */
export interface HttpRules {
  readonly urls?: readonly string[];
  readonly variables?: readonly string[];
}

/** Header names that the request itself must set. */
const OWN_HEADERS = new Set(["content-length", "transfer-encoding"]);

/** Posts the event to a handler's URL (contract: claude.md, sections 4.1 and 5.6). No redirect is followed, for it could lead anywhere. */
export async function post(
  written: WrittenHandler,
  event: HookEvent,
  rules: HttpRules,
  { env }: Scene,
  timeoutMs: number,
): Promise<ProcessResult> {
  const began = performance.now();
  return resultOf(await ask(written, event, rules, env, timeoutMs), began, timeoutMs);
}

async function ask(
  written: WrittenHandler,
  event: HookEvent,
  rules: HttpRules,
  env: Scene["env"],
  timeoutMs: number,
): Promise<Told> {
  const url = written.url ?? "";
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    return { problem: `the URL must be an http or https URL, found ${url}` };
  if (rules.urls && !rules.urls.some((pattern) => allowsUrl(pattern, url))) {
    return { problem: `allowedHttpHookUrls does not allow ${url}` };
  }
  const signal = AbortSignal.timeout(Math.min(timeoutMs, 2 ** 31 - 1));
  try {
    const headers = { "Content-Type": "application/json", ...headersOf(written, rules, env) };
    const body = new TextDecoder().decode(event.payload);
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    if (!response.ok) {
      await response.body?.cancel();
      const redirect = response.status >= 300 && response.status < 400 ? "; redirects are not followed" : "";
      return { problem: `HTTP status ${response.status}${redirect}` };
    }
    return { stdout: await readBody(response) };
  } catch (error) {
    if (signal.aborted) return { timedOut: true };
    return { problem: `the request failed: ${causeOf(error)}` };
  }
}

/** The answer's text; of a longer one only as much as shows that it is too long. */
async function readBody(response: Response): Promise<string> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true });
    if (text.length <= CAPTURE_LIMIT) continue;
    await reader.cancel();
    break;
  }
  return text + decoder.decode();
}

function headersOf(written: WrittenHandler, rules: HttpRules, env: Scene["env"]): Record<string, string> {
  const allowed = new Set(written.allowedEnvVars);
  if (rules.variables) for (const name of allowed) if (!rules.variables.includes(name)) allowed.delete(name);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(written.headers ?? {})) {
    if (OWN_HEADERS.has(name.toLowerCase())) continue;
    headers[name] = value.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
      const variable = braced ?? bare ?? "";
      // A line break would begin another header.
      return allowed.has(variable) ? (env[variable] ?? "").replace(/[\r\n]/g, "") : "";
    });
  }
  return headers;
}

/** Whether a pattern with `*` allows a URL; the case of the scheme and the host does not count. */
export function allowsUrl(pattern: string, url: string): boolean {
  const parsed = new URL(url);
  const folded = pattern.replace(/^[a-z*]+:\/\/[^/]*/i, (origin) => origin.toLowerCase());
  const pieces = folded.split("*");
  for (const candidate of [
    parsed.href,
    url.replace(/^[a-z]+:\/\/[^/]*/i, (origin) => origin.toLowerCase()),
    parsed.href.replace(/\/$/, ""),
  ]) {
    if (piecesMatch(pieces, candidate)) return true;
  }
  return false;
}
