import { existsSync } from "node:fs";
import { chmod, mkdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import pkg from "./package.json" with { type: "json" };

const USAGE = `usage: bun build.ts [--target <platform>]... [--all] [--npm]
  compiles dist/hel-hooks for this machine, or dist/hel-hooks-<platform> for others, and builds
  dist/npm, what the npm package holds; --npm builds only that`;

/** What can be built for, and the npm package that holds Bun's runtime for it. */
const TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "@oven/bun-linux-x64",
  "linux-arm64": "@oven/bun-linux-aarch64",
  "linux-x64-musl": "@oven/bun-linux-x64-musl",
  "linux-arm64-musl": "@oven/bun-linux-aarch64-musl",
  "darwin-x64": "@oven/bun-darwin-x64",
  "darwin-arm64": "@oven/bun-darwin-aarch64",
  "windows-x64": "@oven/bun-windows-x64",
};

const require = createRequire(import.meta.url);

/** The runtime of a platform, from the npm package that holds it; fetched into node_modules/.cache when it is not installed. */
async function runtimeOf(target: string): Promise<string> {
  const name = TARGETS[target] as string;
  const program = target.startsWith("windows") ? "bin/bun.exe" : "bin/bun";
  try {
    return join(dirname(require.resolve(`${name}/package.json`)), program);
  } catch {
    const folder = join(import.meta.dirname, "node_modules/.cache/runtimes", `${target}-${Bun.version}`);
    const file = join(folder, "package", program);
    if (!existsSync(file)) {
      await mkdir(folder, { recursive: true });
      const pack = Bun.spawnSync(["npm", "pack", "--silent", `${name}@${Bun.version}`], {
        cwd: folder,
        stderr: "inherit",
      });
      if (!pack.success) throw new Error(`cannot fetch ${name}@${Bun.version} with npm`);
      const untar = Bun.spawnSync(["tar", "xzf", pack.stdout.toString().trim()], { cwd: folder, stderr: "inherit" });
      if (!untar.success) throw new Error(`cannot unpack ${name}@${Bun.version}`);
      await chmod(file, 0o755);
    }
    return file;
  }
}

const COMMON = {
  target: "bun",
  format: "esm",
  minify: true,
  // Without it all code is loaded at start-up, however late it is imported: 4 ms instead of 0.5.
  splitting: true,
  define: { HEL_HOOKS_VERSION: JSON.stringify(pkg.version), HEL_HOOKS_BINARY: "true" },
} as const;

/** The doors to what not every `run` needs: all that is not on its way, and the dialects but for hel. */
const DOORS = ["src/rest.ts", "src/dialects/codex/codex.ts", "src/dialects/claude/claude.ts"];

/** Doors inside of a dialect, which are bundled before it. */
const INNER_DOORS = ["src/dialects/claude/claude-if.ts", "src/dialects/claude/claude-rest.ts"];

/**
 * Bundles what lies behind a door on its own, with its own copies of what both sides use. Bundled together, what they share
 * would become pieces of code of their own, and `run` would load each of them.
 */
async function bundleDoor(entry: string, inner: ReadonlyMap<string, string>): Promise<string> {
  const name = basename(entry, ".ts");
  const outdir = `node_modules/.cache/doors/${name}`;
  await rm(outdir, { recursive: true, force: true });
  const result = await Bun.build({ ...COMMON, entrypoints: [entry], outdir, plugins: [doorways(inner)] });
  if (!result.success) throw new AggregateError(result.logs, `cannot bundle ${entry}`);
  return join(import.meta.dirname, outdir, `${name}.js`);
}

/** Leads from the doors to their bundles. */
function doorways(bundles: ReadonlyMap<string, string>): Bun.BunPlugin {
  return {
    name: "doors",
    setup: ({ onResolve }) => {
      onResolve({ filter: /\/(rest|codex|claude|claude-if|claude-rest)\.ts$/ }, ({ path, importer }) => {
        const bundle = bundles.get(resolve(dirname(importer), path));
        return bundle === undefined ? undefined : { path: bundle };
      });
    },
  };
}

const EXE = process.platform === "win32" ? ".exe" : "";

/** Compiles the binary; `order` names profiles of how it is used (see `recordOrder`). */
async function compile(
  bundles: ReadonlyMap<string, string>,
  outfile: string,
  target: string | undefined,
  order: readonly string[],
): Promise<void> {
  const result = await Bun.build({
    ...COMMON,
    entrypoints: ["src/main.ts"],
    bytecode: true,
    plugins: [doorways(bundles)],
    compile: {
      outfile,
      // A binary that is started inside projects must not take its settings from them.
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
      ...(order.length > 0 && { bytecodeOrder: [...order] }),
      ...(target && { target: `bun-${target}` as Bun.Build.CompileTarget, executablePath: await runtimeOf(target) }),
    },
  });
  if (!result.success) throw new AggregateError(result.logs, `cannot build ${outfile}`);
}

async function build(
  bundles: ReadonlyMap<string, string>,
  target: string | undefined,
  order: readonly string[],
): Promise<void> {
  const outfile = `dist/hel-hooks${target ? `-${target}` : ""}${target?.startsWith("windows") ? ".exe" : ""}`;
  await compile(bundles, outfile, target, order);
  console.log(`${outfile}  ${(Bun.file(outfile).size / 1e6).toFixed(0)} MB`);
}

/** The dialects, the commonest first, and where each has its hooks. */
const PLACES = [
  { dialect: "hel", file: ".hel/hooks.json" },
  { dialect: "claude", file: ".claude/settings.json" },
  { dialect: "codex", file: ".codex/hooks.json" },
] as const;

/**
 * Runs a binary in a project of each dialect, and notes which of its functions that takes, `run` before all else. With these
 * notes Bun lays their code out side by side, so that fewer pages of it are touched when it starts. Returns the paths of the
 * notes.
 */
async function recordOrder(bundles: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = join(import.meta.dirname, "node_modules/.cache/order");
  await rm(folder, { recursive: true, force: true });
  const program = join(folder, `hel-hooks${EXE}`);
  await compile(bundles, program, undefined, []);
  const event = {
    tool_name: "write_file",
    tool_input: { path: "a.txt" },
    session_id: "s",
    cwd: folder,
    permission_mode: "default",
  };
  const group = { matcher: "^write_file$", hooks: [{ type: "command", command: "exit 0" }] };
  const runs: string[] = [];
  const others: string[] = [];
  for (const { dialect, file } of PLACES) {
    const cwd = join(folder, dialect);
    await mkdir(join(cwd, ".git"), { recursive: true });
    await Bun.write(join(cwd, file), JSON.stringify({ hooks: { PreToolUse: [group] } }));
    // Nothing of the builder's own, which might lead the runs elsewhere.
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder, HEL_HOOKS_STATE_DIR: join(folder, "state") };
    for (const [what, args] of [
      ["trust", ["trust", "--yes"]],
      ["run", ["run", "pre"]],
      ["validate", ["validate"]],
    ] as const) {
      const note = join(folder, `${dialect}-${what}.order`);
      const ran = Bun.spawnSync([program, ...args, "--dialect", dialect], {
        cwd,
        env: { ...env, BUN_BYTECODE_ORDER_OUT: note },
        stdin: new TextEncoder().encode(JSON.stringify(event)),
        stdout: "ignore",
        stderr: "pipe",
      });
      if (!ran.success) throw new Error(`cannot record how the binary starts: ${ran.stderr.toString().trim()}`);
      (what === "run" ? runs : others).push(note);
    }
  }
  return [...runs, ...others];
}

const PACKAGE = "dist/npm";

/** jsonc-parser's main entry requires its parts in a way that no bundler can follow; its other one can be. */
const bundleable: Bun.BunPlugin = {
  name: "bundleable",
  setup: ({ onResolve }) =>
    void onResolve({ filter: /^jsonc-parser$/ }, () => ({ path: require.resolve("jsonc-parser/lib/esm/main.js") })),
};

/**
 * Builds what the npm package holds: the library and the command line as JavaScript for Node, Deno and Bun, with all that
 * they depend on in them, the library's declarations, and the licenses of what was bundled.
 */
async function buildPackage(): Promise<void> {
  await rm(PACKAGE, { recursive: true, force: true });
  const result = await Bun.build({
    target: "node",
    format: "esm",
    splitting: true,
    minify: { syntax: true, whitespace: false, identifiers: false },
    define: { HEL_HOOKS_VERSION: JSON.stringify(pkg.version) },
    entrypoints: ["src/index.ts", "src/main.ts"],
    outdir: PACKAGE,
    naming: { chunk: "chunks/[name]-[hash].[ext]" },
    plugins: [bundleable],
    metafile: true,
  });
  if (!result.success) throw new AggregateError(result.logs, `cannot build ${PACKAGE}`);
  const main = `${PACKAGE}/main.js`;
  await Bun.write(main, `#!/usr/bin/env node\n${(await Bun.file(main).text()).replace(/^#!.*\n/, "")}`);
  await chmod(main, 0o755);
  await writeDeclarations();
  await writeLicenses(Object.keys(result.metafile?.inputs ?? {}));
  let size = 0;
  for (const file of new Bun.Glob("**").scanSync(PACKAGE)) size += Bun.file(join(PACKAGE, file)).size;
  console.log(`${PACKAGE}  ${(size / 1e6).toFixed(1)} MB`);
}

/** The declarations that src/index.ts leads to. They must stand alone: no package is declared as a dependency. */
async function writeDeclarations(): Promise<void> {
  const outDir = "node_modules/.cache/declarations";
  await rm(outDir, { recursive: true, force: true });
  const flags = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--rootDir", ".", "--outDir", outDir];
  const tsc = Bun.spawnSync(["node_modules/.bin/tsc", "-p", ".", ...flags], { stdout: "inherit", stderr: "inherit" });
  if (!tsc.success) throw new Error("tsc cannot write the declarations");
  const files = ["index.d.ts"];
  // The list grows while it is gone through.
  for (const file of files) {
    const text = await Bun.file(join(outDir, "src", file)).text();
    // Lines of comments begin with a star; their examples import this package itself.
    const written = text.replace(
      /^(?! *\*)(.*\b(?:from |import\()")([^"]+)"/gm,
      (_all, before: string, name: string) => {
        if (!name.startsWith(".")) throw new Error(`the declarations of ${file} need the package ${name}`);
        const target = join(dirname(file), name.replace(/\.ts$/, ".d.ts"));
        if (!files.includes(target)) files.push(target);
        return `${before}${name.replace(/\.ts$/, ".js")}"`;
      },
    );
    await Bun.write(join(PACKAGE, file), written);
  }
}

async function writeLicenses(inputs: readonly string[]): Promise<void> {
  const names = new Set(inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
  const texts = [...names].sort().map(async (name) => {
    const folder = join(import.meta.dirname, "node_modules", name);
    const { version } = (await Bun.file(join(folder, "package.json")).json()) as { version: string };
    const file = [...new Bun.Glob("{LICENSE,LICENCE,license}*").scanSync(folder)][0];
    if (file === undefined) throw new Error(`${name} has no license file`);
    return `${name} ${version}\n\n${(await Bun.file(join(folder, file)).text()).trim()}\n`;
  });
  const heading = "The files of this folder hold code of these packages.\n";
  await Bun.write(`${PACKAGE}/LICENSES.txt`, [heading, ...(await Promise.all(texts))].join(`\n${"-".repeat(80)}\n\n`));
}

let options: { target?: string[]; all?: boolean; npm?: boolean };
try {
  const flag = { type: "boolean" } as const;
  options = parseArgs({ options: { target: { type: "string", multiple: true }, all: flag, npm: flag } }).values;
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exit(1);
}
const targets = options.all ? Object.keys(TARGETS) : (options.target ?? [undefined]);
for (const target of targets) {
  if (target !== undefined && !Object.hasOwn(TARGETS, target)) {
    console.error(`there is no platform ${target}: it is one of ${Object.keys(TARGETS).join(", ")}\n${USAGE}`);
    process.exit(1);
  }
}
await mkdir("dist", { recursive: true });
if (!options.npm) {
  const inner = new Map<string, string>();
  for (const door of INNER_DOORS) inner.set(resolve(door), await bundleDoor(door, new Map()));
  const bundles = new Map<string, string>();
  for (const door of DOORS) {
    // Only their own dialect has the inner ones; a bundle of a bundle of a bundle is more than Bun gets right.
    bundles.set(resolve(door), await bundleDoor(door, door.includes("claude") ? inner : new Map()));
  }
  const order = await recordOrder(bundles);
  for (const target of targets) await build(bundles, target, order);
}
await buildPackage();
