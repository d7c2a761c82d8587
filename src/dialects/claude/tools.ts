/** Former names of tools, which still count in matchers and rules (contract: claude.md, section 3). */
export const FORMER_TOOLS: Readonly<Record<string, readonly string[]>> = {
  Agent: ["Task"],
  TaskStop: ["KillShell", "KillBash"],
  ListAgents: ["ListPeers"],
  SendUserMessage: ["Brief"],
  ListMcpResourcesTool: ["ListMcpResources"],
  ReadMcpResourceTool: ["ReadMcpResource"],
  ReadMcpResourceDirTool: ["ReadMcpResourceDir"],
  SetGoal: ["ProposeGoal"],
};

/** The names that a tool had before. */
export function formerNames(tool: string): readonly string[] {
  return Object.hasOwn(FORMER_TOOLS, tool) ? (FORMER_TOOLS[tool] ?? []) : [];
}

/** The name that a tool has now. */
export function currentName(tool: string): string {
  for (const [now, before] of Object.entries(FORMER_TOOLS)) if (before.includes(tool)) return now;
  return tool;
}

/** Whether a tool belongs to an MCP server. */
export function isMcp(tool: string): boolean {
  return tool.startsWith("mcp__");
}
