import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { systemClock } from "@/lib/clock";
import type { ModelProvider } from "@/lib/core/run/model-providers";
import { createSender } from "@/lib/outbound";
import { receivePlainly } from "@/lib/outbound/testing/receiver";

/** A server outside us that speaks a provider's protocol, and keeps what arrived. */

export interface ModelRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}
type Reply = (asked: ModelRequest, response: ServerResponse) => void;

export const KEY = "sk-of-the-test-0123456789";

export async function openWitness() {
  const witness = { asked: [] as ModelRequest[], reply: chat("Hello.") as Reply };
  const port = await receivePlainly((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += String(chunk)));
    request.on("end", () => {
      const asked = {
        path: request.url!,
        headers: request.headers,
        body: JSON.parse(text) as Record<string, unknown>,
      };
      witness.asked.push(asked);
      witness.reply(asked, response);
    });
  });
  const url = `http://127.0.0.1:${port}/v1`;
  const provider = (name: string, kind: ModelProvider["kind"] = "compatible"): ModelProvider => ({
    name,
    kind,
    url,
    key: KEY,
  });
  const sender = createSender({
    ownUrls: [],
    openAddresses: [{ host: "127.0.0.1", port }],
    clock: systemClock,
  });
  return { witness, provider, sender };
}

export const json =
  (status: number, value: unknown, headers: Record<string, string> = {}): Reply =>
  (_, response) =>
    void response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(value));

export const USAGE = {
  prompt_tokens: 1_000,
  completion_tokens: 200,
  total_tokens: 1_200,
  prompt_tokens_details: { cached_tokens: 400 },
  completion_tokens_details: { reasoning_tokens: 50 },
};

/** OpenAI's chat completions. */
export const chat = (content: string, finishReason = "stop", usage: unknown = USAGE): Reply =>
  json(200, {
    id: "chat-1",
    object: "chat.completion",
    created: 1_790_000_000,
    model: "large-2",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: finishReason }],
    ...(usage === null ? {} : { usage }),
  });
