import { randomUUID } from "node:crypto";
import { headers } from "next/headers";
import { correlationIdOf } from "@/lib/auth/request/request-guard";
import { traceOf, withCorrelation } from "@/lib/correlation";
import { describeError, log } from "@/lib/log";

/** Runs a page's reading or a server action inside the correlation of its request, which proxy.ts has named. */
export async function inRequest<T>(work: (correlationId: string) => Promise<T>): Promise<T> {
  const requestHeaders = await headers();
  const correlationId = correlationIdOf(requestHeaders.get("x-correlation-id"), randomUUID);
  const trace = traceOf(requestHeaders.get("traceparent"));
  return withCorrelation({ correlationId, ...trace }, () => work(correlationId));
}

/**
 * A fault as it may leave our hands: logged here by name and place, and replaced by one that says where to look. Next
 * prints whatever a page or an action throws, and a database error carries the statement's values in its message.
 */
export function loggedFault(error: unknown, correlationId: string, what: string): Error {
  log.error({ error: describeError(error) }, what);
  return new Error(`${what}; the log says why under ${correlationId}`);
}
