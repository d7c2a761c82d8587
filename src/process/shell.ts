/** The command line that runs a shell command: `/bin/sh -c` everywhere but on Windows (contract: hel.md, "Running"). */
export function shell(command: string): readonly [string, ...string[]] {
  if (process.platform === "win32") return [process.env["ComSpec"] ?? "cmd.exe", "/d", "/s", "/c", command];
  return ["/bin/sh", "-c", command];
}
