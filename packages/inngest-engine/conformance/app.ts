import type http from "node:http";
import { Readable } from "node:stream";
import { Inngest } from "inngest";
import { serve } from "inngest/node";
import { canonicalJson } from "../src/app/canonical";
import { sign } from "../src/app/signature";
import { quietLogger } from "../testing/harness";
import { startServer } from "../testing/server";

/** How engine and app talk: each is how somebody runs them. */
export type Mode =
  /** One call per step, unsigned. */
  | "plain"
  /** Steps are checkpointed, unsigned. */
  | "checkpointing"
  /** Cloud mode: signed both ways, checkpointed. How the product runs. */
  | "signed";

export type Functions = NonNullable<Parameters<typeof serve>[0]["functions"]>;

export const keys = {
  event: process.env.INNGEST_REAL_EVENT_KEY ?? "conformance-event-key",
  signing:
    process.env.INNGEST_REAL_SIGNING_KEY ??
    "signkey-test-5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e",
};

/** A request of the engine, as the app got it. */
export interface AppRequest {
  method: string;
  functionId: string | null;
  stepId: string | null;
  body: string;
}

/** An answer in the app's place: status, headers, text. `null` lets the app answer itself. */
export type StandIn = { status: number; headers?: Record<string, string>; body: string } | null;

export type App = Awaited<ReturnType<typeof startApp>>;

export function createClient(
  mode: Mode,
  options: { appId: string; serverUrl: string; isReal: boolean },
): Inngest {
  const isSigned = mode === "signed";
  return new Inngest({
    id: options.appId,
    isDev: !isSigned,
    baseUrl: options.serverUrl,
    eventKey: keys.event,
    signingKey: isSigned ? keys.signing : undefined,
    // The engine decides by itself whether it lets an app checkpoint; a real server has to be kept from it here.
    ...(options.isReal && mode === "plain" ? { checkpointing: false } : {}),
    logger: quietLogger,
  });
}

/** An app made of the real SDK behind a server that a case can watch, hold up, and answer for. */
export async function startApp(mode: Mode) {
  let handler: http.RequestListener | null = null;
  let standIn: (request: AppRequest) => StandIn | Promise<StandIn> = () => null;
  const requests: AppRequest[] = [];

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray()).toString("utf8");
    const url = new URL(request.url ?? "/", "http://app");
    const appRequest: AppRequest = {
      method: request.method ?? "",
      functionId: url.searchParams.get("fnId"),
      stepId: url.searchParams.get("stepId"),
      body,
    };
    requests.push(appRequest);
    const instead = await standIn(appRequest);
    if (instead) return void response.writeHead(instead.status, instead.headers).end(instead.body);
    if (!handler) return void response.writeHead(503).end();
    handler(replay(request, body), response);
  };
  const { origin, down, up } = await startServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const url = `${origin}/api/inngest`;
  return {
    url,
    requests,
    serve: (client: Inngest, functions: Functions): void => {
      handler = serve({
        client,
        functions,
        serveOrigin: origin,
        servePath: new URL(url).pathname,
        enableUnauthedSync: mode !== "signed",
      });
    },
    /** Called for every request before the SDK sees it; the last one given counts. */
    onRequest: (instead: typeof standIn): void => void (standIn = instead),
    down,
    up,
  };
}

/** Calls the app as an engine would, with the signature that `signedAtMs` and the keys of the mode give. */
export async function callApp(
  app: App,
  options: {
    method: "PUT" | "POST";
    query?: string;
    body: unknown;
    signature?: string;
    headers?: Record<string, string>;
  },
): Promise<{ status: number; body: string }> {
  const response = await fetch(`${app.url}${options.query ?? ""}`, {
    method: options.method,
    headers: {
      "content-type": "application/json",
      ...(options.signature ? { "x-inngest-signature": options.signature } : {}),
      ...options.headers,
    },
    body: canonicalJson(options.body),
  });
  return { status: response.status, body: await response.text() };
}

export function signatureFor(body: unknown, options: { key?: string; atMs?: number } = {}): string {
  return sign(canonicalJson(body), options.key ?? keys.signing, options.atMs ?? Date.now());
}

/** An answer as an app in this mode gives it: JSON, signed where the mode is. */
export function appAnswer(
  mode: Mode,
  answer: { status: number; body: unknown; headers?: Record<string, string> },
): StandIn {
  const body = canonicalJson(answer.body);
  const signature: Record<string, string> =
    mode === "signed" ? { "x-inngest-signature": sign(body, keys.signing, Date.now()) } : {};
  return {
    status: answer.status,
    headers: {
      "content-type": "application/json",
      "x-inngest-sdk": "inngest-js:v4.24.0",
      "x-inngest-req-version": "2",
      ...signature,
      ...answer.headers,
    },
    body,
  };
}

/** The same request once more, for the SDK: its body was read already. */
function replay(request: http.IncomingMessage, body: string): http.IncomingMessage {
  const { method, url, headers, socket } = request;
  const stream = Object.assign(Readable.from([Buffer.from(body)]), { method, url, headers, socket });
  return stream as unknown as http.IncomingMessage;
}
