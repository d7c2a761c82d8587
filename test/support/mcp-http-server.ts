import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { sayingServer } from "./mcp-server.ts";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** An MCP server over streamable HTTP on loopback: `/mcp` answers, `/closed` wants to be authorised, `/mute` says nothing. */
export async function mcpHttpServer() {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    asked.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers });
    if (request.url === "/mute") return;
    if (request.url === "/closed") {
      const resource = `resource_metadata="${url}/.well-known/oauth-protected-resource"`;
      response.writeHead(401, { "WWW-Authenticate": `Bearer ${resource}` }).end();
      return;
    }
    if (request.url !== "/mcp") {
      response.writeHead(404).end();
      return;
    }
    const sessionId = request.headers["mcp-session-id"];
    let transport = typeof sessionId === "string" ? sessions.get(sessionId) : undefined;
    if (!transport) {
      const made = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => {
          sessions.set(id, made);
        },
      });
      transport = made;
      await sayingServer().connect(made as Transport);
    }
    await transport.handleRequest(request, response);
  });
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url, asked, close };
}
