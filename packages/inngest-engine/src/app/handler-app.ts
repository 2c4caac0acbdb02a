import { answerBytesMax } from "../limits";
import { type App, type AppRequest, type AppResponse, signedApp } from "./app-call";

/** A serve handler of the fetch kind, such as `serve` of inngest/edge gives. */
export type AppHandler = (request: Request) => Promise<Response> | Response;

export interface HandlerApp extends App {
  /** Calls this handler from now on; calls made before the first one wait for it. */
  connect(handler: AppHandler): void;
}

/** An app in this process: called without a socket, and still signed and verified. */
export function createHandlerApp(options: { url: string; signingKey: string | null }): HandlerApp {
  let handler: AppHandler | null = null;
  let open = (): void => {};
  const connected = new Promise<void>((resolve) => (open = resolve));
  const app = signedApp({
    ...options,
    send: async (request) => {
      const answered = (async () => {
        await connected;
        request.onSent?.();
        return await callHandler(handler!, options.url, request);
      })();
      return await untilAborted(answered, request);
    },
    close: () => {},
  });
  return {
    ...app,
    connect: (newHandler) => {
      handler = newHandler;
      open();
    },
  };
}

async function callHandler(handler: AppHandler, url: string, request: AppRequest): Promise<AppResponse> {
  const target = new URL(url);
  for (const [name, value] of Object.entries(request.query)) target.searchParams.set(name, value);
  const { method, body } = request;
  // As over a socket: the SDK reads its own address from this header.
  const headers = { ...request.headers, host: target.host };
  const response = await handler(new Request(target, { method, headers, body }));
  const text = await response.text();
  if (Buffer.byteLength(text) > answerBytesMax)
    throw new Error(`the answer is larger than ${answerBytesMax} bytes`);
  return { status: response.status, headers: Object.fromEntries(response.headers), body: text };
}

/** A handler cannot be cut off: what it still answers after an abort is not waited for. */
async function untilAborted<Result>(work: Promise<Result>, { signal }: AppRequest): Promise<Result> {
  signal.throwIfAborted();
  let cut = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    cut = () => reject(new Error("the call was cut off"));
  });
  signal.addEventListener("abort", cut, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", cut);
  }
}
