import http from "node:http";
import https from "node:https";
import type { TransportOutcome } from "@/lib/core/push/verdict";

/**
 * One HTTP exchange whose failures say whether NetSuite can have seen the request. It uses node:http, because fetch
 * reports a refused connection and a reset response alike.
 */

interface JsonRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** From the call to the last byte of the response. */
  timeoutMs: number;
  responseBytesMax: number;
  /** Absent: every answer counts. The connection of another request's answer is closed: it would go on to answer out of turn. */
  isOwn?: (bodyText: string) => boolean;
}

export interface HttpTransport {
  post(request: JsonRequest): Promise<TransportOutcome>;
  close(): void;
}

/**
 * The agent closes idle connections after this time, before a load balancer would. It destroys only unused sockets; the
 * request's own deadline bounds a slow response.
 */
const IDLE_SOCKET_TIMEOUT_MS = 4_000;

export function createHttpTransport(socketsMax: number): HttpTransport {
  const options = { keepAlive: true, maxSockets: socketsMax, timeout: IDLE_SOCKET_TIMEOUT_MS };
  const agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };
  return {
    post: (request) => post(request, agents),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function post(
  request: JsonRequest,
  agents: { "http:": http.Agent; "https:": https.Agent },
): Promise<TransportOutcome> {
  return new Promise((resolve) => {
    const url = new URL(request.url);
    const secure = url.protocol === "https:";
    const outgoing = (secure ? https : http).request(url, {
      method: "POST",
      headers: { ...request.headers, "content-length": String(Buffer.byteLength(request.body)) },
      agent: agents[secure ? "https:" : "http:"],
    });
    let phase: "before_send" | "after_send" = "before_send";
    const settle = (outcome: TransportOutcome) => {
      clearTimeout(deadline);
      resolve(outcome);
    };
    const fail = (code: string) => {
      settle({ kind: "error", code, phase });
      outgoing.destroy();
    };
    const deadline = setTimeout(() => fail("TIMEOUT"), request.timeoutMs);
    outgoing.on("socket", (socket) => {
      const markSent = () => (phase = "after_send");
      if (outgoing.reusedSocket || !socket.connecting) markSent();
      else socket.once(secure ? "secureConnect" : "connect", markSent);
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.name));
    outgoing.on("response", (response) => readBody(response, request, settle, fail));
    outgoing.end(request.body);
  });
}

function readBody(
  response: http.IncomingMessage,
  { responseBytesMax: bytesMax, isOwn }: JsonRequest,
  settle: (outcome: TransportOutcome) => void,
  fail: (code: string) => void,
): void {
  // The response drops its socket at its end.
  const { socket } = response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) fail("RESPONSE_TOO_LARGE");
    else chunks.push(chunk);
  });
  response.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.name));
  response.on("end", () => {
    const bodyText = Buffer.concat(chunks).toString("utf8");
    // At once: a moment later the connection may have the next request.
    if (isOwn && !isOwn(bodyText)) socket.destroy();
    settle({
      kind: "response",
      status: response.statusCode ?? 0,
      headers: singleHeaders(response.headers),
      bodyText,
    });
  });
}

function singleHeaders(headers: http.IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}
