import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { correlationIdOf } from "@/lib/auth/request/request-guard";
import { dataHeaders } from "@/lib/auth/request/security-headers";
import { getEnv } from "@/lib/env";
import type { EarlyAnswer } from "@/lib/http/before-next";
import { problemResponse, refusalOf } from "@/lib/http/route";
import { describeError, log } from "@/lib/log";
import { answerCall } from "./door";

export const INNGEST_PATH = "/api/inngest";

/**
 * Takes Inngest's calls of functions from the server itself: a person waits for a push, and Next would take three milliseconds of the
 * process for each call before the SDK sees it. The answers are those of the route, which syncs and looks still take.
 */
export const answerInngestCalls = (): EarlyAnswer => (request, response) => {
  if (request.method !== "POST" || request.url?.split("?", 1)[0] !== INNGEST_PATH) return false;
  void answer(request, response).catch((error: unknown) => {
    log.warn({ error: describeError(error) }, "An answer to Inngest could not be sent");
    response.destroy();
  });
  return true;
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = headersOf(request);
  const correlationId = correlationIdOf(headers.get("x-correlation-id"), randomUUID);
  // The SDK takes the origin from its own setting, or from the Host header.
  const url = new URL(request.url!, getEnv().NEXTAUTH_URL ?? "http://localhost").href;
  // Left as it is where it is refused half read: the answer goes over the same connection.
  const body = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  const answered = await answerCall("POST", { url, headers, body }).catch((error: unknown) => {
    if (request.socket.destroyed) throw error;
    return problemResponse(
      refusalOf(error, correlationId, { method: "POST", path: INNGEST_PATH }),
      correlationId,
    );
  });
  const text = await answered.text();
  response.writeHead(answered.status, {
    ...dataHeaders(getEnv().NEXTAUTH_URL?.startsWith("https://") ?? false),
    ...Object.fromEntries(answered.headers),
    "x-correlation-id": correlationId,
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
  // The connection's next call stands behind what is left of a body that was refused half read.
  request.resume();
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}
