/** This room holds how a route or a server action calls a verb and answers its errors. */

import { randomUUID } from "node:crypto";
import { correlationIdOf } from "@/lib/auth/request/request-guard";
import { problemOf } from "@/lib/contract/problem";
import { AppError } from "@/lib/core/errors";
import { type Trace, traceOf, withCorrelation } from "@/lib/correlation";
import { describeError, log } from "@/lib/log";
import { passingFaultOf } from "./passing-fault";

/** With the caller's trace, where it sent one. */
export interface RequestContext extends Trace {
  /** Travels from this request to the receipt; the caller's own where it sent a usable one. */
  correlationId: string;
}

type Handler = (request: Request, context: RequestContext) => Promise<Response>;

/**
 * The frame of every route handler: correlation in, problem documents out. Anything but an AppError is our fault: logged
 * with its correlation id, answered 500 without a word of it.
 */
export function route(handler: Handler) {
  return async (request: Request): Promise<Response> => {
    const correlationId = correlationIdOf(request.headers.get("x-correlation-id"), randomUUID);
    const context = { correlationId, ...traceOf(request.headers.get("traceparent")) };
    return withCorrelation(context, async () => {
      const startedAt = performance.now();
      let response: Response;
      try {
        response = await handler(request, context);
      } catch (error) {
        response = problemResponse(toAppError(error, correlationId, request), correlationId);
      }
      response.headers.set("x-correlation-id", correlationId);
      logAnswer(request, response, startedAt);
      return response;
    });
  };
}

/** Reading is too frequent to be logged line by line: every open page polls. */
function logAnswer(request: Request, response: Response, startedAt: number): void {
  const { method, url } = request;
  const level = method === "GET" ? "debug" : "info";
  const fields = {
    method,
    path: new URL(url).pathname,
    status: response.status,
    ms: Math.round(performance.now() - startedAt),
  };
  log[level](fields, "A request was answered");
}

export interface ProblemAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A problem document as it is sent. */
export function problemAnswer(error: AppError, correlationId?: string): ProblemAnswer {
  const headers: Record<string, string> = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    ...error.headers,
  };
  if (error.retryAfterSeconds !== null) headers["retry-after"] = String(error.retryAfterSeconds);
  if (error.status === 401) headers["www-authenticate"] = "Bearer";
  const body = { ...problemOf(error), ...(correlationId ? { correlation_id: correlationId } : {}) };
  return { status: error.status, headers, body: JSON.stringify(body) };
}

/** An error as an RFC 9457 response. */
export function problemResponse(error: AppError, correlationId?: string): Response {
  const { body, ...rest } = problemAnswer(error, correlationId);
  return new Response(body, rest);
}

/** A JSON response that no cache stores. */
export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

function toAppError(error: unknown, correlationId: string, { method, url }: Request): AppError {
  return refusalOf(error, correlationId, { method, path: new URL(url).pathname });
}

/** A fault as its caller may read it. Anything but an AppError is our fault: logged with `about`, and answered without its words. */
export function refusalOf(
  error: unknown,
  correlationId: string,
  about: Readonly<Record<string, unknown>>,
): AppError {
  if (error instanceof AppError) return error;
  const passing = passingFaultOf(error);
  if (passing) return passing;
  log.error({ ...about, error: describeError(error) }, "A request failed on our side");
  return new AppError(
    "internal",
    `Something went wrong on our side. Quote ${correlationId} when you ask about it.`,
  );
}
