import { randomUUID } from "node:crypto";
import { serve } from "inngest/next";
import { getInngest } from "@/inngest/client";
import { allFunctions } from "@/inngest/functions";
import { correlationIdOf } from "@/lib/auth/request/request-guard";
import { AppError } from "@/lib/core/errors";
import { getEnv } from "@/lib/env";
import { type RequestBody, parseJson, readText } from "@/lib/http/json-body";
import { problemResponse } from "@/lib/http/route";

/** The door by which Inngest calls the app's functions, whoever hands its requests on: Next's route, or the server itself. */

type Handlers = ReturnType<typeof serve>;
type Method = "GET" | "POST" | "PUT";
let handlers: Handlers | null = null;

/** Made on first use: the environment is not there yet while the app is built. */
function inngestHandlers(): Handlers {
  handlers ??= serve({
    client: getInngest(),
    functions: allFunctions(),
    // On by default: an unsigned PUT would be allowed to change what is registered.
    enableUnauthedSync: false,
    // Else the address would come from the Host header, which the caller writes.
    ...(getEnv().NEXTAUTH_URL ? { serveOrigin: getEnv().NEXTAUTH_URL } : {}),
  });
  return handlers;
}

/** Inngest lets the app fetch the steps of a run that would make a call larger. */
export const callBytesMax = 4 * 1024 * 1024;

/** A call of Inngest, whose body is not read yet. */
export interface InngestCall extends RequestBody {
  url: string;
  headers: Headers;
}

/** Answers a GET of Inngest, which asks for the app's state and needs no body. */
export async function answerGet(request: Request): Promise<Response> {
  try {
    assertAddressed(request.headers);
  } catch (error) {
    return refused(error, request.headers);
  }
  return handle("GET", request);
}

/** Refuses what the SDK would answer with 500, and reads nothing of a call that carries no signature. */
export async function answerCall(method: "POST" | "PUT", call: InngestCall): Promise<Response> {
  const { url, headers } = call;
  let body: string;
  try {
    assertAddressed(headers);
    if (getInngest().mode === "cloud") assertSigned(headers.get("x-inngest-signature"));
    body = await readText(call, callBytesMax);
    // The SDK takes a body that is missing for an empty one.
    if (body !== "") parseJson(body);
  } catch (error) {
    return refused(error, headers);
  }
  return handle(method, { method, url, headers, body });
}

/** As the SDK takes it from Next's older router too: with its text, it need not read a stream again. */
interface ReadRequest extends Pick<Request, "method" | "url" | "headers"> {
  body: string;
}

async function handle(method: Method, request: Request | ReadRequest): Promise<Response> {
  // The kinds of request that Next has have members that the SDK does not ask for.
  return (await inngestHandlers()[method](
    request as unknown as Parameters<Handlers[Method]>[0],
    undefined,
  )) as Response;
}

function refused(error: unknown, headers: Headers): Response {
  if (!(error instanceof AppError)) throw error;
  return problemResponse(error, correlationIdOf(headers.get("x-correlation-id"), randomUUID));
}

/** Without an address of our own the SDK makes one from the Host header, which the caller writes. */
function assertAddressed(headers: Headers): void {
  if (getEnv().NEXTAUTH_URL || URL.canParse(`http://${headers.get("host") ?? "localhost"}`)) return;
  throw new AppError("malformed_request", "The Host header names no address.", {
    issues: [{ path: "Host", message: "must be a host name, with a port where it needs one" }],
  });
}

/** As the SDK allows it; our clock or Inngest's may be off. */
const signatureSecondsMax = 300;

/** The SDK compares it with the body; this only asks whether it could be one, before the body is read. */
function assertSigned(signature: string | null): void {
  const parts = new URLSearchParams(signature ?? "");
  const at = parts.get("t") ?? "";
  const hash = parts.get("s") ?? "";
  const isRecent = /^\d{1,15}$/.test(at) && Math.abs(Date.now() / 1_000 - Number(at)) <= signatureSecondsMax;
  if (isRecent && /^[0-9a-f]{64}$/i.test(hash)) return;
  throw new AppError("unauthenticated", "Only Inngest calls this address, and signs its calls.");
}
