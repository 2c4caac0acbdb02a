import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../log";
import { type Api, type ApiRequest, type Reply, failure } from "./request";
import { answer } from "./routes";

const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Listens on the loopback address only. Port 0 takes a free one. */
export async function startHttpServer(
  api: Api,
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = http.createServer((request, response) => {
    handle(api, request)
      .then(({ status, body }) => {
        // A body that was not read to its end would be taken for the next request.
        if (!request.complete) response.setHeader("connection", "close");
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(body));
      })
      .catch((error: unknown) => api.log("error", "a reply failed", { problem: messageOf(error) }));
  });
  // Only the client closes an idle connection: closed here, it could be lost together with a request on its way.
  server.keepAliveTimeout = 0;
  await once(server.listen(port, "127.0.0.1"), "listening");
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handle(api: Api, request: http.IncomingMessage): Promise<Reply> {
  // A page whose name was made to point here must not read runs through somebody's browser.
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  if (!loopbackNames.has(host)) return failure(403, `Host "${host}" is not this machine.`);
  const target = request.url ?? "/";
  if (!URL.canParse(target, "http://127.0.0.1")) return failure(400, "This address cannot be read.");
  const url = new URL(target, "http://127.0.0.1");
  return await answer(api, toApiRequest(request, url));
}

function toApiRequest(request: http.IncomingMessage, url: URL): ApiRequest {
  return {
    method: request.method ?? "GET",
    path: url.pathname.split("/").filter(Boolean).map(decodeSafely),
    query: url.searchParams,
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    body: (bytesMax) => readBody(request, bytesMax),
  };
}

async function readBody(request: http.IncomingMessage, bytesMax: number): Promise<string | null> {
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
