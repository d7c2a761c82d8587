import type { Hooks, HooksOptions } from "./options.ts";
import { register } from "./registered.ts";
import { Session } from "./session.ts";

/**
 * Begins a session of hooks: registers the callbacks and, with `project`, reads and judges the project's configuration once.
 *
 * Rejects with a TypeError for hooks that cannot be used: an event that there is not, a matcher that is no pattern. Never
 * exits, prints or reads the command line.
 *
 * @example A callback that denies
 * ```ts
 * import { createHooks } from "hel-hooks";
 *
 * const hooks = await createHooks({
 *   hooks: {
 *     PreToolUse: [
 *       {
 *         matcher: "Bash",
 *         hooks: [
 *           ({ tool_input }) =>
 *             String(tool_input.command).includes("rm -rf") ? { decision: "block", reason: "nothing is removed here" } : {},
 *         ],
 *       },
 *     ],
 *   },
 * });
 * const input = { tool_name: "Bash", tool_input: { command: "rm -rf /" } };
 * const { decision, feedback } = await hooks.run("PreToolUse", input, { toolUseId: "call-1" });
 * console.log(decision, "-", feedback); // deny - PreToolUse hook blocked Bash: nothing is removed here
 * await hooks.close();
 * ```
 *
 * @example A callback that takes too long has failed, and decides nothing
 * ```ts
 * import { createHooks } from "hel-hooks";
 *
 * const never = () => new Promise<{}>(() => {});
 * const hooks = await createHooks({ hooks: { Stop: [{ timeout: 0.05, hooks: [never] }] } });
 * const { decision, handlers } = await hooks.run("Stop", { stop_hook_active: false });
 * console.log(decision, handlers[0]?.status, handlers[0]?.error); // continue timed_out timed out after 0.05 s
 * ```
 *
 * @example A harness that has only a permission callback
 * ```ts
 * import { createHooks } from "hel-hooks";
 *
 * const reads = () => ({ hookSpecificOutput: { decision: { behavior: "allow" } } }) as const;
 * const ask = () => ({ hookSpecificOutput: { permissionDecision: "ask" } }) as const;
 * const hooks = await createHooks({
 *   hooks: {
 *     PreToolUse: [{ hooks: [ask] }],
 *     PermissionRequest: [{ matcher: "Read|Glob|Grep", hooks: [reads] }],
 *   },
 * });
 * console.log((await hooks.canUseTool("Read", { path: "a.txt" })).behavior); // allow
 * console.log((await hooks.canUseTool("Write", { path: "a.txt" })).behavior); // deny
 * ```
 */
export async function createHooks(options: HooksOptions = {}): Promise<Hooks> {
  const registered = await register(options);
  const cwd = options.cwd ?? process.cwd();
  const wanted = options.project !== undefined && options.project !== false;
  const project = wanted ? await (await import("./project.ts")).openProject(options, cwd) : undefined;
  const session = new Session(registered, project, cwd, options);
  return {
    project: project?.state ?? { status: "off" },
    run: (event, input, given) => session.run(event, input, given),
    canUseTool: (toolName, input, given) => session.canUseTool(toolName, input, given),
    close: () => session.close(),
  };
}
