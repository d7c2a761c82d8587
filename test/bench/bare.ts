import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Compiles the smallest program that could take the place of hel-hooks: it prints `{}`. What it takes is what Bun takes to
 * start, and nothing that hel-hooks could save. Returns the path of the program.
 */
export async function compileBare(folder: string): Promise<string> {
  const sources = join(folder, "bare-sources");
  await mkdir(sources);
  const entry = join(sources, "main.ts");
  await Bun.write(entry, 'console.log("{}");\n');
  const outfile = join(folder, "bare-program");
  const result = await Bun.build({
    entrypoints: [entry],
    // From here on the options of build.ts, which builds as soon as it is imported and so cannot lend them. With others
    // the two programs would start differently for reasons that are not hel-hooks'.
    target: "bun",
    minify: true,
    format: "esm",
    bytecode: true,
    splitting: true,
    compile: {
      outfile,
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  if (!result.success) throw new AggregateError(result.logs, "cannot compile the bare program");
  return outfile;
}
