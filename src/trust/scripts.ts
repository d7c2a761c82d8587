import { realpathSync, type Stats, statSync } from "node:fs";
import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import { forEachChild, parse, type SyntaxNode, type Word } from "unbash";
import { literalOf } from "./literal.ts";

/** What a shell command runs or reads by name. */
export interface NamedScripts {
  /** The plain files inside the project, as the command's paths below the project, in order and each once. */
  readonly files: readonly string[];
  /** What could not be followed, and why, for a person to look at. */
  readonly unfollowed: readonly string[];
}

/** How deep `sh -c '...'` inside `sh -c "..."` is followed. */
const SHELL_DEPTH = 8;

const SHELLS = /^(?:sh|bash|dash|ash|ksh|zsh)$/;
const INTERPRETERS = /^(?:python[\d.]*|node|deno|bun|perl|ruby|php)$/;

/**
 * Finds the files that a shell command names (contract: hel.md, "Trust"): arguments, redirected input, what comes after
 * `cd`, in quotes, in substitutions and in `sh -c '...'`. No variable but `$HEL_PROJECT_DIR` is known; what such a file reads
 * in turn is not seen.
 */
export function namedScripts(project: string, command: string): NamedScripts {
  const search = new Search(project);
  search.script(command, 0);
  return { files: [...search.files], unfollowed: [...search.unfollowed] };
}

class Search {
  readonly files = new Set<string>();
  readonly unfollowed = new Set<string>();
  /** Where the shell stands; undefined once that is not known. */
  private folder: string | undefined;
  private depth = 0;

  constructor(private readonly project: string) {
    this.folder = project;
  }

  script(text: string, depth: number): void {
    const before = this.depth;
    this.depth = depth;
    try {
      const script = parse(text);
      if (script.errors && script.errors.length > 0) this.lose(text, "the shell may read it otherwise");
      this.visit(script);
    } catch {
      this.lose(text, "it is not understood");
    }
    this.depth = before;
  }

  private lose(text: string, why: string): void {
    this.unfollowed.add(`${text}: ${why}`);
  }

  private readonly visit = (node: SyntaxNode): void => {
    switch (node.type) {
      case "Command":
        this.command(node.name, node.args, node);
        break;
      case "Word":
        this.word(node, false);
        break;
      case "Redirect":
        // What is written to is not what runs.
        if (node.operator.startsWith("<") && node.target) this.word(node.target, false);
        break;
      case "Assignment":
        if (/^(?:PATH|HEL_PROJECT_DIR)$/.test(node.name)) this.lose(node.text, "it changes what other words mean");
        forEachChild(node, this.visit);
        break;
      case "HereDoc":
        this.lose("<<", "text of a here-document");
        forEachChild(node, this.visit);
        break;
      case "Pipeline":
        // Every part of a pipeline is a shell of its own.
        forEachChild(node, (child) => this.inside(() => this.visit(child)));
        break;
      case "Subshell":
      case "CommandExpansion":
      case "ProcessSubstitution":
        this.inside(() => forEachChild(node, this.visit));
        break;
      default:
        forEachChild(node, this.visit);
    }
  };

  private command(name: Word | undefined, args: readonly SyntaxNode[], node: SyntaxNode): void {
    const words = args.filter((each): each is Word => each.type === "Word");
    const named = name && this.literal(name);
    if (name && (named === "cd" || named === "pushd" || named === "popd")) {
      this.changeFolder(named, words, node);
    } else {
      if (name) this.word(name, true);
      forEachChild(node, (child) => {
        if (child !== name) this.visit(child);
      });
      if (named === "eval") this.lose("eval", "it runs text as code");
      if (named === "xargs") this.lose("xargs", "it reads names from its input");
      this.inlineCode(name ? [name, ...words] : words);
    }
  }

  private changeFolder(how: string, words: readonly Word[], node: SyntaxNode): void {
    const target = words.find((word) => !/^-[LPe@]+$|^--$/.test(word.text));
    const path = target && this.literal(target);
    if (how === "popd" || path === undefined || path === "-") {
      this.lose(
        "text" in node && typeof node.text === "string" ? node.text : `${how} ${target?.text ?? ""}`.trim(),
        "the folder is known only when it runs",
      );
      this.folder = undefined;
      return;
    }
    if (this.folder !== undefined || isAbsolute(path)) this.folder = resolve(this.folder ?? "/", path);
  }

  /** `sh -c '...'` is followed; code for other interpreters is not. */
  private inlineCode(words: readonly Word[]): void {
    for (const [at, word] of words.entries()) {
      const program = basename(this.literal(word) ?? "");
      const [shell, other] = [SHELLS.test(program), INTERPRETERS.test(program)];
      if (!shell && !other) continue;
      for (let next = at + 1; next < words.length && words[next]?.text.startsWith("-"); next++) {
        const option = words[next]?.text ?? "";
        if (other && /^(?:-[cemprE]|--eval|--print|--require|--import)/.test(option)) {
          this.lose(`${program} ${option}`, "code or a module, not a file");
        }
        if (!shell || !/^-[a-z]*c$/.test(option)) continue;
        const code = words[next + 1];
        const text = code && this.literal(code);
        if (text === undefined || this.depth >= SHELL_DEPTH) this.lose(`${program} ${option}`, "the code is not known");
        else this.inside(() => this.script(text, this.depth + 1));
        break;
      }
    }
  }

  private inside(work: () => void): void {
    const { folder } = this;
    work();
    this.folder = folder;
  }

  private word(word: Word, isCommand: boolean): void {
    const text = this.literal(word);
    if (text === undefined) {
      this.lose(word.text, "it is known only when it runs");
      forEachChild(word, this.visit);
      return;
    }
    const equals = text.indexOf("=");
    this.path(text, isCommand);
    if (equals >= 0) this.path(text.slice(equals + 1), false);
  }

  private path(text: string, isCommand: boolean): void {
    if (text === "" || text.includes("\0")) return;
    const looksLikePath = text.includes("/");
    // A command without a slash is looked for in PATH, not here.
    if (isCommand && !looksLikePath) return;
    if (this.folder === undefined && !isAbsolute(text)) {
      if (looksLikePath || /\.\w+$/.test(text)) this.lose(text, "the folder it is in is not known");
      return;
    }
    const path = resolve(this.folder ?? "/", text);
    const below = this.below(path);
    const status = statusOf(path);
    if (!status) {
      if (looksLikePath && (isCommand || /^\.{0,2}\//.test(text))) this.lose(text, "it is not there now");
    } else if (below === undefined) {
      if (looksLikePath && status.isFile()) this.lose(text, "it is outside the project");
    } else if (status.isFile()) {
      if (this.below(realpathSync(path)) === undefined) this.lose(text, "it leads out of the project");
      else this.files.add(below);
    } else if (status.isDirectory() && below !== "") {
      this.lose(text, "it is a folder");
    }
  }

  private literal(word: Word): string | undefined {
    return literalOf(word, this.project);
  }

  /** A path below the project, "" for the project itself, undefined outside of it. */
  private below(path: string): string | undefined {
    const below = relative(this.project, path);
    return below === ".." || below.startsWith(`..${sep}`) || isAbsolute(below) ? undefined : below;
  }
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
