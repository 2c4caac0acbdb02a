import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { answerMcp } from "@/lib/mcp/answer-mcp";

export const MODES = ["auto", "legacy"] as const;
export type Mode = (typeof MODES)[number];

const handle = answerMcp({ progressEveryMs: 20 });
const address = "http://127.0.0.1:3000/api/mcp";

/** A request as it reaches the route: with the Host header that a server sees. */
export function toRoute(input: string | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (!request.headers.has("host")) request.headers.set("host", "127.0.0.1:3000");
  return handle(request);
}

/** The official client, connected to the route without a socket. `auto` speaks the revision of 2026, `legacy` that of 2025. */
export async function connect(key: string, mode: Mode, fetch: typeof toRoute = toRoute): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    fetch: (url, init) => fetch(url, init),
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return client;
}

/** One message, as it stands. */
export const post = (body: unknown, headers: Record<string, string>): Promise<Response> =>
  toRoute(address, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });
