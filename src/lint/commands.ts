import type { Node } from "jsonc-parser";
import type { Assignment, Command, Word, WordPart } from "unbash";
import type { Span } from "../config/found.ts";
import type { HandlerEntry, HooksDocument } from "./document.ts";
import { elements, property, stringAt, within } from "./nodes.ts";

/** A piece of a command that stands for one argument. */
export interface Piece {
  /** What it comes to, with the variables that are known filled in; undefined when it cannot be known. */
  readonly value: string | undefined;
  /** As it is written. */
  readonly source: string;
  readonly at: Span;
}

/** A program that a handler's command starts, with its arguments. */
export interface Invocation {
  readonly program: Piece;
  readonly args: readonly Piece[];
  /** A `cd` stands before it, so that relative paths mean something else. */
  readonly moved: boolean;
}

/** A variable that a command uses. */
export interface Variable {
  readonly name: string;
  readonly at: Span;
  readonly source: string;
  /** It stands in double quotes, or where no shell splits it. */
  readonly quoted: boolean;
  /** It has a value for when it is not set, or is set by the command itself. */
  readonly provided: boolean;
}

/** A handler's command, taken apart. */
export interface HandlerCommand {
  readonly handler: HandlerEntry;
  /** The value of "command". */
  readonly node: Node;
  readonly text: string;
  /** It is shell text that could be read. */
  readonly shell: boolean;
  readonly invocations: readonly Invocation[];
  readonly variables: readonly Variable[];
}

/** No shell reads anything but words in this. */
const PLAIN = /^[\w./:@%+-]+(?: +[\w./:@%+,=-]+)*$/;

const read = new WeakMap<HooksDocument, Map<string, HandlerCommand[]>>();

/** The commands of the file. `project` and `home` are what the variables for them come to. */
export async function commandsOf(
  document: HooksDocument,
  { project, home }: { readonly project: string; readonly home: string | undefined },
): Promise<readonly HandlerCommand[]> {
  const known = read.get(document) ?? new Map<string, HandlerCommand[]>();
  read.set(document, known);
  let commands = known.get(project);
  if (!commands) {
    const values: Record<string, string | undefined> = { HOME: home, PWD: project, CLAUDE_PLUGIN_ROOT: project };
    values["PLUGIN_ROOT"] = project;
    for (const name of document.shape.projectVariables) values[name] = project;
    commands = [];
    for (const handler of document.handlers) {
      const node = property(handler.node, "command")?.value;
      const text = node?.type === "string" ? String(node.value) : "";
      if (node && text.trim() !== "") commands.push(await new Reader(document, handler, node, text, values).read());
    }
    known.set(project, commands);
  }
  return commands;
}

let shellParser: Promise<typeof import("unbash")> | undefined;

class Reader {
  private readonly invocations: Invocation[] = [];
  private readonly variables: Variable[] = [];
  private readonly assigned = new Set<string>();
  private moved = false;

  constructor(
    private readonly document: HooksDocument,
    private readonly handler: HandlerEntry,
    private readonly node: Node,
    private readonly text: string,
    private readonly values: Readonly<Record<string, string | undefined>>,
  ) {}

  async read(): Promise<HandlerCommand> {
    const args = property(this.handler.node, "args")?.value;
    let shell = false;
    if (this.document.shape.dialect === "claude" && args) {
      this.direct(args);
    } else if (stringAt(this.handler.node, "shell") !== "powershell") {
      shell = PLAIN.test(this.text);
      if (shell) {
        this.plain();
      } else {
        shellParser ??= import("unbash");
        const parsed = (await shellParser).parse(this.text);
        shell = !parsed.errors?.length;
        if (shell) this.walk(parsed);
      }
    }
    const { handler, node, text, invocations } = this;
    const variables = this.variables.map((each) => (this.assigned.has(each.name) ? { ...each, provided: true } : each));
    return { handler, node, text, shell, invocations, variables };
  }

  /** Words that mean themselves: nothing that a shell would read in another way, and most commands are such. */
  private plain(): void {
    const pieces = [...this.text.matchAll(/\S+/g)].map(({ 0: source, index }) => ({
      value: source,
      source,
      at: within(this.document.text, this.node, index, index + source.length),
    }));
    const [program, ...args] = pieces;
    if (program) this.invocations.push({ program, args, moved: false });
  }

  /** A command with `args` is started as it is, without a shell; only the product's placeholders are filled in. */
  private direct(args: Node): void {
    const piece = (node: Node): Piece => {
      const source = String(node.value);
      let known = true;
      const value = source.replace(/\$\{(\w+)\}/g, (all, name: string) => {
        const filled = this.values[name];
        this.variables.push({ name, at: node, source: all, quoted: true, provided: false });
        if (filled === undefined) known = false;
        return filled ?? "";
      });
      return { value: known ? value : undefined, source, at: node };
    };
    const strings = elements(args).filter(({ type }) => type === "string");
    this.invocations.push({ program: piece(this.node), args: strings.map(piece), moved: false });
  }

  private walk(node: object): void {
    if (isWord(node)) {
      for (const part of node.parts ?? []) this.part(part, false);
      return;
    }
    if (isCommand(node)) this.command(node);
    if (isAssignment(node)) this.assigned.add(node.name);
    for (const child of Object.values(node)) {
      for (const each of Array.isArray(child) ? child : [child])
        if (typeof each === "object" && each !== null) this.walk(each);
    }
  }

  private command({ name, suffix }: Command): void {
    if (!name) return;
    const args = suffix.flatMap((each) => (each.type === "Word" ? [this.piece(each)] : []));
    const program = this.piece(name);
    this.invocations.push({ program, args, moved: this.moved });
    if (program.value === "cd" || program.value === "pushd") this.moved = true;
    if (program.value === "export" || program.value === "read") {
      for (const { source } of args) this.assigned.add(source.split("=", 1)[0] ?? "");
    }
  }

  private part(part: WordPart, quoted: boolean): void {
    if (part.type === "SimpleExpansion" || part.type === "ParameterExpansion") {
      const name = part.type === "SimpleExpansion" ? part.text.slice(1) : part.parameter;
      const operation = part.type === "ParameterExpansion" ? part.operation : undefined;
      const at = within(this.document.text, this.node, part.pos, part.end);
      this.variables.push({ name, at, source: part.text, quoted, provided: operation?.type === "Default" });
    } else if (part.type === "DoubleQuoted") {
      for (const inner of part.parts) this.part(inner, true);
    } else if (part.type === "CommandExpansion" || part.type === "ProcessSubstitution") {
      if (part.script) this.walk(part.script);
    }
  }

  private piece(word: Word): Piece {
    return {
      value: word.parts ? this.join(word.parts) : this.tilde(word.value),
      source: word.text,
      at: within(this.document.text, this.node, word.pos, word.end),
    };
  }

  private tilde(value: string): string | undefined {
    return value === "~" || value.startsWith("~/")
      ? this.values["HOME"] && this.values["HOME"] + value.slice(1)
      : value;
  }

  private join(parts: readonly WordPart[]): string | undefined {
    let joined = "";
    for (const part of parts) {
      const value = this.valueOf(part);
      if (value === undefined) return undefined;
      joined += value;
    }
    return this.tilde(joined);
  }

  private valueOf(part: WordPart): string | undefined {
    if (part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted") return part.value;
    if (part.type === "DoubleQuoted") return this.join(part.parts);
    if (part.type === "SimpleExpansion") return this.values[part.text.slice(1)];
    if (
      part.type === "ParameterExpansion" &&
      !part.prefix &&
      !part.index &&
      (!part.operation || part.operation.type === "Default")
    )
      return this.values[part.parameter];
    if (
      part.type === "CommandExpansion" &&
      /^(?:\$\(|`)\s*git rev-parse --show-toplevel(?:\s+2>\s*\/dev\/null)?\s*[)`]$/.test(part.text)
    )
      return this.values["PWD"];
    return undefined;
  }
}

const isWord = (node: object): node is Word => "type" in node && node.type === "Word";
const isCommand = (node: object): node is Command => "type" in node && node.type === "Command";
const isAssignment = (node: object): node is Assignment => "type" in node && node.type === "Assignment";
