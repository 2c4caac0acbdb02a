import http from "node:http";
import type net from "node:net";
import type { CallerRequest } from "./check-request";
import type { Endpoint } from "./check-url";
import { codeOf } from "./connect";

/** One request and its answer over a connection that stands. From here on the other side may have seen the request. */

/** The answer's headers that callers get; each is absent where the answer has none. */
const ANSWER_HEADERS = ["content-type", "retry-after", "x-request-id"] as const;
type AnswerHeaders = { [Name in (typeof ANSWER_HEADERS)[number]]?: string };

export interface Answer {
  kind: "answered";
  status: number;
  headers: AnswerHeaders;
  /** The raw bytes, at most as many as the request allows. */
  body: Uint8Array;
  /** `truncated`: the body is longer. `encoded`: the body is compressed, which we never asked for, and none of it is kept. */
  bodyState: "whole" | "truncated" | "encoded";
}

export interface Unknown {
  kind: "unknown";
  /** `reset`: the connection ended before an answer. `cut_off`: within it. `malformed`: the answer is not HTTP. */
  reason: "timeout" | "aborted" | "reset" | "cut_off" | "malformed";
  /** The code of the error, for logs. */
  code: string;
  /** The status of an answer that began. Null: none began. */
  status: number | null;
}

interface ExchangeRequest {
  endpoint: Endpoint;
  method: CallerRequest["method"];
  headers: Record<string, string>;
  body: Buffer;
  answerBytesMax: number;
  ends: AbortSignal;
}

/** The codes that end an attempt from our side. */
export const TIMEOUT = "TIMEOUT";
export const ABORTED = "ABORTED";

const ANSWER_HEADER_BYTES_MAX = 16_384;
const ANSWER_HEADER_LENGTH_MAX = 1_000;

/** Closes the socket when it is done. Redirects are answers like others; nothing follows them. */
export function exchange(socket: net.Socket, request: ExchangeRequest): Promise<Answer | Unknown> {
  return new Promise((resolve) => {
    let status: number | null = null;
    const outgoing = openRequest(socket, request);
    const settle = (outcome: Answer | Unknown) => {
      request.ends.removeEventListener("abort", end);
      resolve(outcome);
      outgoing.destroy();
      socket.destroy();
    };
    const fail = (code: string) => settle({ kind: "unknown", reason: reasonOf(code, status), code, status });
    const end = () => fail(String(request.ends.reason));
    request.ends.addEventListener("abort", end);
    outgoing.on("error", (error) => fail(codeOf(error)));
    // Without an error: the answer switched to another protocol.
    outgoing.on("close", () => fail("CLOSED"));
    outgoing.on("response", (response) => {
      status = response.statusCode ?? null;
      readAnswer(response, request.answerBytesMax, { settle, fail });
    });
    if (request.ends.aborted) end();
    else outgoing.end(request.body);
  });
}

function openRequest(socket: net.Socket, { endpoint, method, headers, body }: ExchangeRequest) {
  const { url } = endpoint;
  return http.request({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: {
      ...headers,
      host: url.host,
      "user-agent": "Countersign",
      // A compressed answer could be small to send and huge to hold.
      "accept-encoding": "identity",
      connection: "close",
      ...(body.length > 0 || method !== "GET" ? { "content-length": String(body.length) } : {}),
    },
    maxHeaderSize: ANSWER_HEADER_BYTES_MAX,
    insecureHTTPParser: false,
  });
}

interface Ending {
  settle(outcome: Answer): void;
  fail(code: string): void;
}

function readAnswer(response: http.IncomingMessage, bytesMax: number, { settle, fail }: Ending): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const answer = (bodyState: Answer["bodyState"]) =>
    settle({
      kind: "answered",
      status: response.statusCode ?? 0,
      headers: keptHeaders(response.headers),
      body: Buffer.concat(chunks).subarray(0, bytesMax),
      bodyState,
    });
  response.on("error", (error) => fail(codeOf(error)));
  if (isEncoded(response)) return answer("encoded");
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) answer("truncated");
  });
  response.on("end", () => (response.complete ? answer("whole") : fail("CLOSED")));
}

function isEncoded({ headers }: http.IncomingMessage): boolean {
  return !["", "identity"].includes(headers["content-encoding"]?.trim().toLowerCase() ?? "");
}

function keptHeaders(headers: http.IncomingHttpHeaders): AnswerHeaders {
  const kept: AnswerHeaders = {};
  for (const name of ANSWER_HEADERS) {
    const value = headers[name];
    if (typeof value === "string") kept[name] = value.slice(0, ANSWER_HEADER_LENGTH_MAX);
  }
  return kept;
}

function reasonOf(code: string, status: number | null): Unknown["reason"] {
  if (code === TIMEOUT) return "timeout";
  if (code === ABORTED) return "aborted";
  if (code.startsWith("HPE_")) return "malformed";
  return status === null ? "reset" : "cut_off";
}
