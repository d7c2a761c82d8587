import { run } from "./commands/run.ts";
import { runtime } from "./runtime/current.ts";

/** Only `run` is loaded at once, for it is called at every tool call. Returns the exit status. */
function main(name: string | undefined, argv: readonly string[]): Promise<number> {
  return (name === "run" ? run(argv) : others(name, argv)).catch((error: unknown) => fail(error, name));
}

async function others(name: string | undefined, argv: readonly string[]): Promise<number> {
  return (await import("./rest.ts")).callCommand(name, argv);
}

async function fail(error: unknown, name: string | undefined): Promise<number> {
  const { stream, text, status } = (await import("./rest.ts")).explainFailure(error, name);
  await runtime.write(stream, text);
  return status;
}

// Were there nothing left to wait for, the program would end as if all had gone well.
process.exitCode = 1;
void main(process.argv[2], process.argv.slice(3)).then((status) => process.exit(status));
