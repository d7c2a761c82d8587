import type { Node } from "jsonc-parser";
import type { Found } from "../config/found.ts";
import { elements, properties, property } from "./nodes.ts";
import { FOREIGN_EVENTS, type Product, SHAPES, TITLES } from "./products.ts";
import type { DialectName, Shape } from "./shapes/shape.ts";

/** A plugin's manifest, which may hold hooks among other things. */
const MANIFEST = /(?:^|\/)\.claude-plugin\/plugin\.json$/;

/** An administrator's settings of Claude Code. */
const MANAGED = /(?:^|\/)managed-settings(?:\.d\/[^/]+)?\.json$/;

/** The places of hooks files below a project, and whose they are. A pattern's last star stands for a file name's beginning. */
const PLACES: readonly (readonly [RegExp, Product])[] = [
  [/(?:^|\/)\.hel\/hooks\.json$/, "hel"],
  [/(?:^|\/)\.claude\/settings[^/]*\.json$/, "claude"],
  [/(?:^|\/)\.codex\/hooks\.json$/, "codex"],
  [/(?:^|\/)\.gemini\/settings\.json$/, "gemini"],
  [/(?:^|\/)\.cursor\/hooks\.json$/, "cursor"],
  [/(?:^|\/)\.github\/hooks\/[^/]+\.json$/, "copilot"],
  [/(?:^|\/)hooks\/hooks\.json$/, "claude"],
  [MANIFEST, "claude"],
  [MANAGED, "claude"],
];

/** The files that `validate` without arguments looks for; `*` stands for any name. */
export const KNOWN_FILES = [
  ".hel/hooks.json",
  ".claude/settings.json",
  ".claude/settings.local.json",
  "hooks/hooks.json",
  ".claude-plugin/plugin.json",
  ".codex/hooks.json",
  ".gemini/settings.json",
  ".cursor/hooks.json",
  ".github/hooks/*.json",
] as const;

/** Whose file stands at a path (with slashes); undefined when the path does not say. */
export function productByPath(path: string): Product | undefined {
  return PLACES.find(([pattern]) => pattern.test(path))?.[1];
}

/** The rules' view of a file at a path (with slashes), where its dialect is known. */
export function shapeAt(path: string, dialect: DialectName): Shape {
  const shape = SHAPES[dialect];
  return dialect === "claude" && MANAGED.test(path) ? { ...shape, managed: true } : shape;
}

/**
 * The part of a file that is written like a settings file; undefined where there is none. In a plugin's manifest `hooks` may also
 * name files, or be such a part itself.
 */
export function hooksPart(path: string, root: Node | undefined): Node | undefined {
  if (!root || !MANIFEST.test(path)) return root;
  const hooks = property(root, "hooks")?.value;
  if (root.type !== "object") return root;
  if (hooks?.type !== "object") return undefined;
  return property(hooks, "hooks")?.value.type === "object" ? hooks : root;
}

/** Whose file this is by events that only a product without rules here has. */
function recognisedByShape(root: Node | undefined): Exclude<Product, DialectName> | undefined {
  for (const object of [property(root, "hooks")?.value, root]) {
    for (const { name, value } of properties(object)) {
      for (const product of ["gemini", "cursor", "copilot"] as const) {
        if (!Object.hasOwn(FOREIGN_EVENTS[product], name)) continue;
        // Cursor's newer events have the names that Copilot's have; its handlers have no type.
        const isCursor = product === "copilot" && elements(value).some((each) => !property(each, "type"));
        return isCursor ? "cursor" : product;
      }
    }
  }
  return undefined;
}

/** Whose rules a file asks for by what only one dialect has. */
function dialectByShape(root: Node | undefined): DialectName | undefined {
  const hooks = property(root, "hooks")?.value;
  const names = [...properties(hooks), ...properties(root)].map(({ name }) => name);
  const only = (dialect: DialectName) =>
    names.some((name) =>
      Object.values(SHAPES).every((shape) => (shape.dialect === dialect) === Object.hasOwn(shape.events, name)),
    );
  if (only("codex") || uses(hooks, ["commandWindows", "command_windows", "additionalContextLimit"])) return "codex";
  const settings = ["permissions", "disableAllHooks", "enabledPlugins", "env", "statusLine"];
  if (only("claude") || settings.some((name) => property(root, name))) return "claude";
  return uses(hooks, ["if", "args", "asyncRewake", "once", "url"]) ? "claude" : undefined;
}

/** Whether any handler of the file has one of these keys. */
function uses(hooks: Node | undefined, keys: readonly string[]): boolean {
  for (const { value } of properties(hooks)) {
    for (const group of elements(value)) {
      for (const handler of elements(property(group, "hooks")?.value)) {
        if (keys.some((key) => property(handler, key))) return true;
      }
    }
  }
  return false;
}

export interface Told {
  /** The rules to check the file with; undefined when there are none for it. */
  readonly dialect: DialectName | undefined;
  /** That it is another product's file. */
  readonly foreign?: Found;
}

/**
 * Whose rules hold for a file: by its path, else by its shape, else as it was given (`--dialect`), else hel's. A file whose
 * shape can only be that of a product without rules here is named and not checked.
 */
export function tellDialect(path: string, root: Node | undefined, given: DialectName | undefined): Told {
  const byPath = productByPath(path);
  const place = byPath ?? given;
  const start = root ? { offset: root.offset, length: 1 } : { offset: 0, length: 0 };
  const recognised = recognisedByShape(root) ?? (byPath !== undefined && !isDialect(byPath) ? byPath : undefined);
  if (recognised) {
    const expected = place !== undefined && isDialect(place) ? place : given;
    const asked = expected ?? (byPath === recognised ? undefined : "hel");
    return {
      dialect: undefined,
      foreign: {
        at: start,
        severity: asked ? "error" : "info",
        message: `this is a hooks file of ${TITLES[recognised]}${asked ? `, not of ${TITLES[asked]}` : ""}`,
        consequence: asked ? `${TITLES[asked]} runs nothing of it` : "it is recognised, and not checked",
        cure: howToConvert(recognised),
      },
    };
  }
  if (given !== undefined && byPath !== undefined && isDialect(byPath) && byPath !== given) {
    return {
      dialect: undefined,
      foreign: {
        at: start,
        severity: "error",
        message: `this is a hooks file of ${TITLES[byPath]}, not of ${TITLES[given]}`,
        consequence: `${TITLES[given]} runs nothing of it`,
        cure: `check it with --dialect ${byPath}; to convert it, keep the events, groups and commands, and see what --dialect ${given} says of the copy`,
      },
    };
  }
  if (place !== undefined && isDialect(place)) return { dialect: place };
  return { dialect: dialectByShape(root) ?? "hel" };
}

function isDialect(product: Product): product is DialectName {
  return Object.hasOwn(SHAPES, product);
}

function howToConvert(product: Exclude<Product, DialectName>): string {
  const pairs = Object.entries(FOREIGN_EVENTS[product])
    .filter(([, near]) => near === "PreToolUse" || near === "PostToolUse")
    .map(([name, near]) => `${name} becomes ${near}`);
  const extra =
    product === "gemini"
      ? "timeouts become seconds"
      : product === "copilot"
        ? '"bash" becomes "command", "timeoutSec" becomes "timeout", and each handler goes into a group'
        : 'each handler gets "type": "command" and goes into a group';
  return `to convert it to a hel file: ${pairs.join(", ")}; ${extra}`;
}
