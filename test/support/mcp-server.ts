import { writeFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/**
 * An MCP server for tests: `say` answers with the text it is given, `fail` with an error, `hang` never, `draw` with a picture.
 * With STAY it writes its process id to the file of that name, and does not end when it is left.
 */
export function sayingServer(): Server {
  const server = new Server({ name: "test", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: input } }) => {
    if (name === "hang") return new Promise(() => {});
    if (name === "draw") return { content: [{ type: "image", data: "aGk=", mimeType: "image/png" }] };
    const content = [{ type: "text", text: String(input?.["text"] ?? "") }];
    return { content, isError: name === "fail" };
  });
  return server;
}

// Started as a program it speaks on stdin and stdout.
if (import.meta.main) {
  await sayingServer().connect(new StdioServerTransport());
  const stay = process.env["STAY"];
  if (stay !== undefined) {
    writeFileSync(stay, String(process.pid));
    setInterval(() => {}, 1000);
  }
}
