import { randomUUID } from "node:crypto";
import { problemOf } from "@/lib/contract/problem";
import { AppError } from "@/lib/core/errors";
import { describeError, log } from "@/lib/log";

export interface RequestContext {
  /** Travels from this request to the receipt; the caller's own where it sent a usable one. */
  correlationId: string;
  /** W3C trace id of the caller, where it sent one. */
  traceId: string | null;
}

type Params = Record<string, string>;
type Handler<P extends Params> = (
  request: Request,
  context: RequestContext & { params: P },
) => Promise<Response>;

/**
 * The frame of every route handler: correlation in, problem documents out. What is not an AppError is our fault: logged
 * with its correlation id, answered 500 without a word of it.
 */
export function route<P extends Params = Params>(handler: Handler<P>) {
  return async (request: Request, { params }: { params: Promise<P> }): Promise<Response> => {
    const correlationId = correlationIdOf(request);
    let response: Response;
    try {
      response = await handler(request, { correlationId, traceId: traceIdOf(request), params: await params });
    } catch (error) {
      response = problemResponse(toAppError(error, correlationId, request));
    }
    response.headers.set("x-correlation-id", correlationId);
    return response;
  };
}

export function problemResponse(error: AppError): Response {
  const headers: Record<string, string> = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  };
  if (error.retryAfterSeconds !== null) headers["retry-after"] = String(error.retryAfterSeconds);
  if (error.status === 401) headers["www-authenticate"] = "Bearer";
  return new Response(JSON.stringify(problemOf(error)), { status: error.status, headers });
}

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

/** An id out of a path or query. @throws AppError malformed_request 400. */
export function idOf(text: string | null | undefined, path: string): number {
  const id = text && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new AppError("malformed_request", `${path} must be an id: a whole number above zero.`, {
    issues: [{ path, message: "must be a whole number above zero" }],
  });
}

function toAppError(error: unknown, correlationId: string, request: Request): AppError {
  if (error instanceof AppError) return error;
  const { method, url } = request;
  log.error(
    { correlationId, method, path: new URL(url).pathname, error: describeError(error) },
    "A request failed on our side",
  );
  return new AppError(
    "internal",
    `Something went wrong on our side. Quote ${correlationId} when you ask about it.`,
  );
}

function correlationIdOf(request: Request): string {
  const given = request.headers.get("x-correlation-id");
  return given && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

function traceIdOf(request: Request): string | null {
  return /^00-([0-9a-f]{32})-/.exec(request.headers.get("traceparent") ?? "")?.[1] ?? null;
}
