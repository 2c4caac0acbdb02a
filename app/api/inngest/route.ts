import { randomUUID } from "node:crypto";
import { serve } from "inngest/next";
import { getInngest } from "@/inngest/client";
import { allFunctions } from "@/inngest/functions";
import { correlationIdOf } from "@/lib/auth/request/request-guard";
import { AppError } from "@/lib/core/errors";
import { getEnv } from "@/lib/env";
import { parseJson, readText } from "@/lib/http/json-body";
import { problemResponse } from "@/lib/http/route";

export const dynamic = "force-dynamic";
export const maxDuration = 300;

type Handlers = ReturnType<typeof serve>;
type Handler = Handlers["POST"];
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
const callBytesMax = 4 * 1024 * 1024;

/** Refuses what the SDK would answer with 500, and reads nothing of a call that carries no signature. */
const bounded =
  (handle: Handler): Handler =>
  async (request, more) => {
    let body: string;
    try {
      if (getInngest().mode === "cloud") assertSigned(request.headers.get("x-inngest-signature"));
      body = await readText(request, callBytesMax);
      // The SDK takes a body that is missing for an empty one.
      if (body !== "") parseJson(body);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return problemResponse(error, correlationIdOf(request.headers.get("x-correlation-id"), randomUUID));
    }
    const { url, method, headers } = request;
    return handle(new Request(url, { method, headers, body }) as typeof request, more);
  };

/** The SDK compares it with the body; this only asks whether there is one. */
function assertSigned(signature: string | null): void {
  const parts = new URLSearchParams(signature ?? "");
  if (/^\d{1,15}$/.test(parts.get("t") ?? "") && /^[0-9a-f]+$/i.test(parts.get("s") ?? "")) return;
  throw new AppError("unauthenticated", "Only Inngest calls this address, and signs its calls.");
}

export const GET: Handlers["GET"] = (...call) => inngestHandlers().GET(...call);
export const POST: Handlers["POST"] = bounded((...call) => inngestHandlers().POST(...call));
export const PUT: Handlers["PUT"] = bounded((...call) => inngestHandlers().PUT(...call));
