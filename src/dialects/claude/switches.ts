import type { OpenedSettings } from "./open-settings.ts";

/** Which setting wins: the greater. Plugins have none. */
const PRECEDENCE: Readonly<Record<string, number>> = { managed: 5, named: 4, local: 3, project: 2, user: 1 };

/** Why the hooks of a file are off, undefined when they are on (contract: claude.md, section 6). */
export function isOff(files: readonly OpenedSettings[], { source }: OpenedSettings): string | undefined {
  if (source.role === "managed") {
    const own = winner(files, (file) => file.source.role === "managed");
    return own?.settings.disableAllHooks === true ? "disableAllHooks is true in the managed settings" : undefined;
  }
  for (const { source: from, settings } of files) {
    if (from.role !== "managed") continue;
    if (settings.allowManagedHooksOnly === true) return `allowManagedHooksOnly is true in ${from.file}`;
    if (source.root === undefined && onlyPlugins(settings.strictPluginOnlyCustomization))
      return `strictPluginOnlyCustomization covers hooks in ${from.file}`;
  }
  const last = winner(files, () => true);
  return last?.settings.disableAllHooks === true ? `disableAllHooks is true in ${last.source.file}` : undefined;
}

function onlyPlugins(setting: boolean | readonly string[] = false): boolean {
  return typeof setting === "boolean" ? setting : setting.includes("hooks");
}

/** The file whose `disableAllHooks` counts. */
function winner(
  files: readonly OpenedSettings[],
  counts: (file: OpenedSettings) => boolean,
): OpenedSettings | undefined {
  let last: OpenedSettings | undefined;
  for (const file of files) {
    if (file.settings.disableAllHooks === undefined || file.source.root !== undefined || !counts(file)) continue;
    if (!last || rank(file) >= rank(last)) last = file;
  }
  return last;
}

function rank({ source }: OpenedSettings): number {
  return PRECEDENCE[source.role ?? "project"] ?? 0;
}
