import type { Scene } from "../../dialect.ts";
import type { WrittenHandler } from "../handler-fields.ts";

/** What is to be started for a `command` handler, or why it cannot be. */
export type Launchable = { readonly argv: readonly [string, ...string[]] } | { readonly problem: string };

/** The values of placeholders: `CLAUDE_PROJECT_DIR` and, for plugins, their folders. */
export type Places = Readonly<Record<string, string>>;

/** The command line of a `command` handler: in a shell, or with `args` without one (contract: claude.md, sections 4.1 and 4.2). */
export function commandLine(written: WrittenHandler, places: Places, { env }: Scene): Launchable {
  const command = written.command ?? "";
  if (written.args) {
    const missing = [command, ...written.args]
      .map((text) => unknownOption(text, env))
      .find((name) => name !== undefined);
    if (missing !== undefined) return { problem: `the plugin's option ${missing} has no value` };
    const fill = (text: string) => options(substitute(text, places), env);
    return { argv: [fill(command), ...written.args.map(fill)] };
  }
  if (command.includes("${user_config.")) {
    return { problem: "${user_config...} is not filled in where a shell reads the command; use args" };
  }
  if (written.shell === "powershell") {
    const script = command.replace(/\$\{(CLAUDE_\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(places, name) ? `\${env:${name}}` : whole,
    );
    const program = process.platform === "win32" && !Bun.which("pwsh") ? "powershell.exe" : "pwsh";
    const policy = env["CLAUDE_CODE_POWERSHELL_RESPECT_EXECUTION_POLICY"] === "1" ? [] : ["-ExecutionPolicy", "Bypass"];
    return { argv: [program, "-NoProfile", "-NonInteractive", ...policy, "-Command", script] };
  }
  const filled = substitute(command, places);
  const prefix = env["CLAUDE_CODE_SHELL_PREFIX"];
  return { argv: ["/bin/sh", "-c", prefix ? `${prefix} '${filled.replaceAll("'", "'\\''")}'` : filled] };
}

/** Fills in `${NAME}` for the names that are placeholders; nothing is quoted. */
function substitute(text: string, places: Places): string {
  if (!text.includes("${")) return text;
  return text.replace(/\$\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(places, name) ? (places[name] ?? "") : whole,
  );
}

const OPTION = /\$\{user_config\.([\w-]+)\}/g;

const optionVariable = (name: string) => `CLAUDE_PLUGIN_OPTION_${name.toUpperCase().replaceAll("-", "_")}`;

function unknownOption(text: string, env: Scene["env"]): string | undefined {
  for (const [, name = ""] of text.matchAll(OPTION)) if (env[optionVariable(name)] === undefined) return name;
  return undefined;
}

function options(text: string, env: Scene["env"]): string {
  return text.replace(OPTION, (_, name: string) => env[optionVariable(name)] ?? "");
}
