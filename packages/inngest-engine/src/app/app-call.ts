import http from "node:http";
import https from "node:https";
import { answerBytesMax, callsInFlightMax } from "../limits";
import { messageOf } from "../log";
import { isSignatureValid, sign } from "./signature";

export interface AppResponse {
  status: number;
  headers: Record<string, string | undefined>;
  body: string;
}

export type CallResult =
  | { kind: "answered"; response: AppResponse }
  /** No process listens at the address: the request was never read. */
  | { kind: "refused"; reason: string }
  /** It broke on the way, took too long, grew too large, or was not signed by the app. */
  | { kind: "broken"; reason: string };

export interface AppRequest {
  method: "PUT" | "POST";
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Canonical JSON (RFC 8785): the app verifies the signature over its own canonical form of what it parsed. */
  body: string;
  timeoutMs: number;
  signal: AbortSignal;
  /** Called once the whole request has left. */
  onSent?: () => void;
}

/** The one way to the app: every request is signed and every answer's signature checked. */
export interface App {
  readonly url: string;
  call(request: AppRequest): Promise<CallResult>;
  close(): void;
}

const refusedCodes = new Set(["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN"]);
/** The SDK signs no answer to a request whose signature it refused. */
const unsignedStatuses = new Set([401, 403]);

/** `signingKey` null means unsigned development mode: nothing is signed and nothing verified. */
export function connectApp(options: { url: string; signingKey: string | null }): App {
  const transport = new URL(options.url).protocol === "https:" ? https : http;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: callsInFlightMax + 2 });
  return signedApp({
    ...options,
    send: (request) => send(transport, agent, options.url, request),
    close: () => agent.destroy(),
  });
}

/** Carries a signed request to the app; throws where no answer came. */
export interface Transport {
  send(request: AppRequest): Promise<AppResponse>;
  close(): void;
}

/** Signs what goes out and verifies what comes back, whatever carries it. */
export function signedApp(options: { url: string; signingKey: string | null } & Transport): App {
  const verify = (response: AppResponse): CallResult => {
    const { signingKey } = options;
    if (signingKey === null || unsignedStatuses.has(response.status)) return { kind: "answered", response };
    const header = response.headers["x-inngest-signature"];
    if (isSignatureValid(header, response.body, signingKey, Date.now()))
      return { kind: "answered", response };
    const fault = header ? "a wrong signature" : "no signature";
    return {
      kind: "broken",
      reason: `the answer (${response.status}) carries ${fault}: not the app, or another key`,
    };
  };
  return {
    url: options.url,
    call: async (request) => {
      const headers: Record<string, string> = { ...request.headers, "content-type": "application/json" };
      if (options.signingKey !== null) {
        headers["x-inngest-signature"] = sign(request.body, options.signingKey, Date.now());
      }
      try {
        return verify(await options.send({ ...request, headers }));
      } catch (error) {
        const code = error instanceof Error && "code" in error ? String(error.code) : "";
        return { kind: refusedCodes.has(code) ? "refused" : "broken", reason: messageOf(error) };
      }
    },
    close: options.close,
  };
}

/** node:http rather than fetch: fetch gives up on a step that takes longer than five minutes to answer. */
function send(
  transport: typeof http | typeof https,
  agent: http.Agent,
  url: string,
  request: AppRequest,
): Promise<AppResponse> {
  const target = new URL(url);
  for (const [name, value] of Object.entries(request.query)) target.searchParams.set(name, value);
  const { method, signal } = request;
  const headers = { ...request.headers, "content-length": String(Buffer.byteLength(request.body)) };
  return new Promise((resolve, reject) => {
    const outgoing = transport.request(target, { method, agent, headers, signal }, (incoming) => {
      collectBody(incoming).then((body) => {
        resolve({ status: incoming.statusCode ?? 0, headers: singleHeaders(incoming.headers), body });
      }, reject);
    });
    const timer = setTimeout(
      () => outgoing.destroy(new Error("the app did not answer in time")),
      request.timeoutMs,
    );
    outgoing.on("close", () => clearTimeout(timer));
    outgoing.on("error", reject);
    outgoing.end(request.body, request.onSent);
  });
}

async function collectBody(incoming: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new Error(`the answer is larger than ${answerBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function singleHeaders(headers: http.IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
