import { readdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import type * as z from "zod";
import { Places } from "../config/diagnostic.ts";
import { below } from "../config/paths.ts";
import { Problem } from "../config/problem.ts";
import { properties } from "../lint/nodes.ts";
import { type TestCase, testFile } from "../protocol/test-file.ts";
import { runtime } from "../runtime/current.ts";

/** Where a project keeps its tests. */
export const TESTS_FOLDER = ".hel/tests";

/** The largest test file: 4 MiB. */
const TEST_FILE_LIMIT = 4 * 1024 * 1024;

/** A case and where it stands. */
export interface FoundCase {
  /** Absolute path of its file. */
  readonly file: string;
  /** Position in its file's list, from 0. */
  readonly index: number;
  /** The line where it begins, from 1. */
  readonly line: number;
  readonly test: TestCase;
}

/**
 * The cases of these files and folders, or of the project's own folder where none are named, in the order of the files' names.
 * Throws a Problem for a path that is not there and for a file that is no test file, naming every fault and its place.
 */
export async function findCases(project: string, paths: readonly string[]): Promise<FoundCase[]> {
  const files =
    paths.length > 0
      ? paths.flatMap((path) => jsonFiles(resolve(path), true))
      : jsonFiles(below(project, TESTS_FOLDER), false);
  const found: FoundCase[] = [];
  for (const file of new Set(files)) found.push(...(await readTestFile(file)));
  return found;
}

function jsonFiles(path: string, named: boolean): string[] {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status && named) throw new Problem(`there is no such file or folder: ${path}`);
  if (!status?.isDirectory()) return status ? [path] : [];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return jsonFiles(below(path, entry.name), false);
      return entry.name.endsWith(".json") ? [below(path, entry.name)] : [];
    });
}

async function readTestFile(file: string): Promise<FoundCase[]> {
  const read = runtime.readFile(file, TEST_FILE_LIMIT);
  if (read.kind !== "file")
    throw new Problem(`the test file ${file} cannot be used: ${read.kind === "missing" ? "it is gone" : read.why}`);
  const text = new TextDecoder().decode(read.bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problem(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const root = parseTree(text);
  const places = new Places(text);
  const again = root && writtenTwice(root);
  if (again) {
    const { line, column } = places.at(again.offset);
    throw new Problem(
      `${file}:${line}:${column}: ${JSON.stringify(again.value)} is written twice, and only the last of them would count`,
    );
  }
  const at = (path: readonly PropertyKey[]) => {
    for (let length = path.length; length >= 0; length--) {
      const node =
        root &&
        findNodeAtLocation(
          root,
          path.slice(0, length).map((key) => (typeof key === "symbol" ? "" : key)),
        );
      if (node) return places.at(node.offset);
    }
    return { line: 1, column: 1 };
  };
  const parsed = testFile.safeParse(value);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      const { line, column } = at(issue.path);
      return `${file}:${line}:${column}: ${issue.path.map(String).join(".")}: ${reason(issue)}`;
    });
    throw new Problem(
      `a test file is not valid (hel-hooks schema test shows what may stand there): ${faults.join("; ")}`,
    );
  }
  return parsed.data.cases.map((test, index) => ({ file, index, line: at(["cases", index]).line, test }));
}

/** The first key that an object has twice: JSON takes the last, and `--update` would write the first. */
function writtenTwice(root: Node): Node | undefined {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const names = new Set<string>();
    for (const { key, name } of node.type === "object" ? properties(node) : []) {
      if (names.has(name)) return key;
      names.add(name);
    }
    open.push(...(node.children ?? []).toReversed());
  }
  return undefined;
}

/** The words of an issue; of a value that may be several things, those of the one that it comes nearest to. */
function reason(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  const nearest = issue.errors.toSorted((a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0))[0]?.[0];
  return nearest && nearest.path.length > 0
    ? `${nearest.path.map(String).join(".")}: ${reason(nearest)}`
    : issue.message;
}
