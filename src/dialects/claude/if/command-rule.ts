import { COMMAND_LIMIT, commandPattern } from "./glob.ts";
import type { Judgement } from "./judgement.ts";
import { bashCommands, type ShellCommands } from "./shell-commands.ts";

/** Whether a rule for a shell tool takes a command (contract: claude.md, section 4.3). In doubt it does. */
export async function judgeCommand(tool: "Bash" | "PowerShell", specifier: string, text: string): Promise<Judgement> {
  if (specifier.trim() === "*") return { runs: true, why: "it takes every command" };
  if (text.length > COMMAND_LIMIT)
    return { runs: true, why: `a command of over ${COMMAND_LIMIT} characters is not analysed` };
  const powershell = tool === "PowerShell";
  const shell: ShellCommands = powershell
    ? (await import("./powershell-commands.ts")).powershellCommands(text)
    : bashCommands(text);
  const seen = shell.commands.map((forms) => forms[0] ?? "");
  if (shell.unknown) return { runs: true, why: `the commands are not known: ${shell.unknown}`, seen };
  const pattern = commandPattern(powershell ? await canonical(specifier) : specifier, powershell);
  for (const forms of shell.commands) {
    for (const form of forms)
      if (pattern.matches(form)) return { runs: true, why: `it takes ${JSON.stringify(form)}`, seen };
  }
  if (shell.expands && !pattern.nameOnly) {
    return { runs: true, why: "it says more than a name, and the command has substitutions or variables", seen };
  }
  return { runs: false, why: "it takes none of the commands", seen };
}

async function canonical(specifier: string): Promise<string> {
  const { canonicalName } = await import("./powershell-commands.ts");
  return specifier.trim().replace(/^[\w-]+/, canonicalName);
}
