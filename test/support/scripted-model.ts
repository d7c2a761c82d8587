import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A model server on loopback that plays a script, one item a request, and then says that it is done. */
export interface ScriptedModel {
  /** The address for `base_url`. */
  readonly url: string;
  /** All that the program sent, one text a request. */
  readonly requests: string[];
  /** What the program sent of each tool call's result, as text. */
  readonly outputs: string[];
  readonly close: () => Promise<void>;
}

const DONE = { type: "message", role: "assistant", id: "m", content: [{ type: "output_text", text: "done" }] };

/** Starts a server that speaks the Responses API as far as `codex exec` needs it. */
export async function scriptedModel(script: readonly object[]): Promise<ScriptedModel> {
  let turn = 0;
  const requests: string[] = [];
  const outputs: string[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      if (!request.url?.endsWith("/responses")) {
        response.writeHead(404).end("{}");
        return;
      }
      const text = Buffer.concat(pieces).toString();
      requests.push(text);
      const { input } = JSON.parse(text) as { input: Record<string, unknown>[] };
      const last = input.at(-1);
      if (last?.["type"] === "function_call_output") outputs.push(String(last["output"]));
      const id = `r${turn}`;
      const item = script[turn++] ?? DONE;
      const usage = {
        input_tokens: 0,
        input_tokens_details: null,
        output_tokens: 0,
        output_tokens_details: null,
        total_tokens: 0,
      };
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of [
        { type: "response.created", response: { id } },
        { type: "response.output_item.done", output_index: 0, item },
        { type: "response.completed", response: { id, usage } },
      ])
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    outputs,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A call of Codex's shell tool. */
export function shellCall(id: string, cmd: string): object {
  return { type: "function_call", id, call_id: id, name: "exec_command", arguments: JSON.stringify({ cmd }) };
}
