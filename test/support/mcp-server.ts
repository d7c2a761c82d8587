import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";

// An MCP server for tests: `say` answers with the text it is given, `fail` with an error, `hang` never.

const server = new Server({ name: "test", version: "1" }, { capabilities: { tools: {} } });

server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: input } }) => {
  if (name === "hang") return new Promise(() => {});
  const content = [{ type: "text", text: String(input?.["text"] ?? "") }];
  return { content, isError: name === "fail" };
});

await server.connect(new StdioServerTransport());
