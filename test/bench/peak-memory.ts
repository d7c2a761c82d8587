// Runs a command with a file piped into it; prints the most memory that it held at a time, in bytes, and on the next line
// its stdout; exits as it does. A program of its own because on Linux the peak of a process counts from the peak of the one
// that started it, and the benchmark's own is high.
const [file = "", ...command] = process.argv.slice(2);
const { exitCode, stdout, resourceUsage } = Bun.spawnSync(["/bin/sh", "-c", 'cat "$0" | "$@"', file, ...command], {
  stdin: "ignore",
  stderr: "inherit",
});
console.log(`${resourceUsage.maxRSS}\n${stdout.toString()}`);
process.exitCode = exitCode;
