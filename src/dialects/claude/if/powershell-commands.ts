import type { ShellCommands } from "./shell-commands.ts";

/** Short names of commands, in lower case. */
const ALIASES: Readonly<Record<string, string>> = {
  gci: "Get-ChildItem",
  ls: "Get-ChildItem",
  dir: "Get-ChildItem",
  gc: "Get-Content",
  cat: "Get-Content",
  type: "Get-Content",
  ri: "Remove-Item",
  rm: "Remove-Item",
  del: "Remove-Item",
  erase: "Remove-Item",
  rd: "Remove-Item",
  rmdir: "Remove-Item",
  cp: "Copy-Item",
  copy: "Copy-Item",
  cpi: "Copy-Item",
  mv: "Move-Item",
  move: "Move-Item",
  mi: "Move-Item",
  ni: "New-Item",
  md: "New-Item",
  mkdir: "New-Item",
  cd: "Set-Location",
  sl: "Set-Location",
  chdir: "Set-Location",
  pwd: "Get-Location",
  gl: "Get-Location",
  echo: "Write-Output",
  write: "Write-Output",
  iex: "Invoke-Expression",
  iwr: "Invoke-WebRequest",
  curl: "Invoke-WebRequest",
  wget: "Invoke-WebRequest",
  irm: "Invoke-RestMethod",
  sc: "Set-Content",
  ac: "Add-Content",
  ps: "Get-Process",
  gps: "Get-Process",
  kill: "Stop-Process",
  spps: "Stop-Process",
  saps: "Start-Process",
  start: "Start-Process",
};

/** The name that a short name stands for; any other is returned as it is. */
export function canonicalName(name: string): string {
  const key = name.toLowerCase();
  return Object.hasOwn(ALIASES, key) ? (ALIASES[key] as string) : name;
}

/**
 * Finds the commands of a PowerShell text, split at `;`, `|`, `&`, `&&`, `||`, braces, parentheses and line ends outside quotes;
 * `$( )` in double quotes is outside of them. Where quotes or brackets do not close, or the name of what `&` calls is not known
 * before it runs, the commands are not known.
 */
export function powershellCommands(text: string): ShellCommands {
  const parts: Part[] = [];
  /** The quotes that the open brackets stand in. */
  const around: (string | undefined)[] = [];
  let part: Part = { text: "", called: false };
  let quote: string | undefined;
  let closed = true;
  const cut = (called: boolean) => {
    parts.push(part);
    part = { text: "", called };
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (letter === "`" && quote !== "'") {
      // Before a line end it joins the lines.
      const next = text[++at] ?? "";
      part.text += quote === undefined ? (next === "\n" ? " " : next) : letter + next;
    } else if (quote === '"' && letter === "$" && text[at + 1] === "(") {
      around.push(quote);
      quote = undefined;
      at++;
      cut(false);
    } else if (quote !== undefined) {
      part.text += letter;
      if (letter === quote) quote = undefined;
    } else if (letter === "'" || letter === '"') {
      quote = letter;
      part.text += letter;
    } else if (/[;|&\n\r{}()]/.test(letter)) {
      if ("({".includes(letter)) around.push(undefined);
      if (")}".includes(letter)) {
        closed &&= around.length > 0;
        quote = around.pop();
      }
      cut(letter === "&");
    } else {
      part.text += letter;
    }
  }
  parts.push(part);
  closed &&= quote === undefined && around.length === 0;
  const commands: string[][] = [];
  let dynamic = false;
  for (const each of parts) {
    const [word, ...rest] = each.text.trim().replace(ASSIGNMENT, "").split(/\s+/);
    if (!word) continue;
    dynamic ||= each.called && /^"?\$/.test(word);
    const name = each.called ? word.replace(/^(['"])(.*)\1$/, "$2") : word;
    commands.push([...new Set([[name, ...rest].join(" "), [canonicalName(name), ...rest].join(" ")])]);
  }
  const unknown = closed
    ? dynamic
      ? "the name of a command is not known before it runs"
      : undefined
    : "it cannot be parsed";
  return { commands, expands: text.includes("$"), ...(unknown && { unknown }) };
}

interface Part {
  text: string;
  /** Whether `&` stands before it. */
  readonly called: boolean;
}

/** What stands before the command whose output a variable takes. */
const ASSIGNMENT = /^\$[\w:]+\s*[-+*/%]?=\s*/;
