import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, Faults } from "./faults";
import { type ApiAnswer, type ApiRequest, answerByUrl, answerCall } from "./web-api";
import type { SlackAppSettings } from "./installations";
import type { SlackState } from "./methods/method";

/** HTTP on loopback: the Web API below /api/, and the addresses for private answers below /response/. */

interface ServerParts {
  state: SlackState;
  app: SlackAppSettings;
  faults: Faults;
  latencyMs: number;
  /** 0: any free one. */
  port: number;
  /** Told of every call that arrived, whatever became of it. */
  onCall(call: ReceivedCall): void;
}

export interface ReceivedCall {
  /** `chat.postMessage`, or `response_url`. */
  method: string;
  status: number | null;
  /** Slack's code; null: it went well. */
  error: string | null;
}

const BODY_BYTES_MAX = 1_000_000;

export class SlackServer {
  readonly #parts: ServerParts;
  #server: http.Server | null = null;
  #port: number;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.#port = parts.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  /** Again on the port that it had. */
  async listen(): Promise<void> {
    const server = http.createServer((request, response) => void this.#handle(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.#port, "127.0.0.1", resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }

  async #handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { faults, latencyMs } = this.#parts;
    const [, space, name = ""] = new URL(request.url ?? "/", this.url).pathname.split("/");
    const method = space === "response" ? "response_url" : name;
    const body = await readBody(request).catch(() => null);
    if (body === null) return void response.destroy();
    if (latencyMs > 0) await sleep(latencyMs);
    const carryOut = () => this.#carryOut(request, { space, name, body });
    const fault = faults.take(method);
    const answer = fault ? answerOfFault(fault, carryOut) : carryOut();
    this.#parts.onCall({ method, status: answer?.status ?? null, error: errorOf(answer) });
    if (answer === null) {
      if (fault?.kind !== "silent") request.socket.destroy();
      return;
    }
    send(response, answer, fault);
  }

  #carryOut(
    request: http.IncomingMessage,
    { space, name, body }: { space?: string; name: string; body: string },
  ) {
    const { state, app } = this.#parts;
    if (request.method !== "POST") return { status: 405, body: { ok: false, error: "method_not_allowed" } };
    if (space === "response") return answerByUrl(state, name, body);
    const call: ApiRequest = {
      method: name,
      contentType: request.headers["content-type"] ?? "",
      authorization: request.headers.authorization,
      body,
    };
    if (space === "api") return answerCall(state, app, call);
    return { status: 404, body: { ok: false, error: "not_found" } };
  }
}

/** Null: no answer is sent. */
function answerOfFault(fault: Fault, carryOut: () => ApiAnswer): ApiAnswer | null {
  switch (fault.kind) {
    case "error":
      return { status: 200, body: { ok: false, error: fault.error } };
    case "rate_limited":
      return {
        status: 429,
        headers: { "retry-after": String(fault.retryAfterSeconds) },
        body: { ok: false, error: "ratelimited" },
      };
    case "unavailable":
      return { status: fault.status, body: {} };
    case "dropped":
      return null;
    case "answer_lost":
      carryOut();
      return null;
    case "silent":
      if (fault.carriedOut) carryOut();
      return null;
    case "truncated":
      return carryOut();
  }
}

function send(
  response: http.ServerResponse,
  { status, headers, body }: ApiAnswer,
  fault: Fault | null,
): void {
  if (fault?.kind === "unavailable") {
    response.writeHead(status, { "content-type": "text/html" }).end("<html>Slack is having trouble.</html>");
    return;
  }
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  });
  if (fault?.kind !== "truncated") return void response.end(text);
  response.write(text.slice(0, -1), () => response.destroy());
}

const errorOf = (answer: ApiAnswer | null): string | null =>
  typeof answer?.body.error === "string" ? answer.body.error : null;

async function readBody(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error("too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
