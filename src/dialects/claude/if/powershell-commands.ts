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
 * Finds the commands of a PowerShell text, split at `;`, `|`, `&&`, `||`, braces, parentheses and line ends outside quotes.
 * Where quotes or brackets do not close, the commands are not known.
 */
export function powershellCommands(text: string): ShellCommands {
  const parts: string[] = [];
  let part = "";
  let quote: string | undefined;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote !== undefined) {
      part += letter;
      if (letter === "`" && quote === '"') part += text[++at] ?? "";
      else if (letter === quote) quote = undefined;
    } else if (letter === "`") {
      // Before a line end it joins the lines.
      const next = text[++at] ?? "";
      part += next === "\n" ? " " : next;
    } else if (letter === "'" || letter === '"') {
      quote = letter;
      part += letter;
    } else if (/[;|&\n\r{}()]/.test(letter)) {
      if ("({".includes(letter)) depth++;
      if (")}".includes(letter)) depth--;
      parts.push(part);
      part = "";
    } else {
      part += letter;
    }
  }
  parts.push(part);
  const unknown = quote !== undefined || depth !== 0 ? "it cannot be parsed" : undefined;
  const commands: string[][] = [];
  for (const each of parts) {
    const [name, ...rest] = each.trim().split(/\s+/);
    if (name) commands.push([...new Set([[name, ...rest].join(" "), [canonicalName(name), ...rest].join(" ")])]);
  }
  return { commands, expands: text.includes("$"), ...(unknown && { unknown }) };
}
