import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The request and the action that the current work belongs to. It follows the asynchronous work, so every log line and
 * every request to NetSuite carries it without an argument.
 */
export interface Correlation {
  /** The caller's id or a new one. Work on an action uses the id under which its agent proposed it. */
  correlationId: string;
  /** The caller's W3C trace id, if it sent one. */
  traceId: string | null;
  /** The current request, if `correlationId` is an action's. */
  requestId?: string;
}

const holder = globalThis as typeof globalThis & { countersignCorrelation?: AsyncLocalStorage<Correlation> };
/** On globalThis, because Next gives pages, routes and instrumentation separate instances of this module. */
const storage = (holder.countersignCorrelation ??= new AsyncLocalStorage());

export function currentCorrelation(): Correlation | null {
  return storage.getStore() ?? null;
}

export function withCorrelation<T>(correlation: Correlation, work: () => T): T {
  return storage.run(correlation, work);
}

/** Runs work on one action under the correlation id of its proposal, and keeps the current request's id next to it. */
export function aboutAction<T>(action: { correlationId: string; traceId: string | null }, work: () => T): T {
  const outer = currentCorrelation();
  const requestId = outer?.requestId ?? outer?.correlationId;
  const { correlationId, traceId } = action;
  const isSame = requestId === undefined || requestId === correlationId;
  return storage.run({ correlationId, traceId, ...(isSame ? {} : { requestId }) }, work);
}

const CORRELATION_ID = /^[\w.:-]{1,128}$/;

/** True if an id is safe in a header and a log line. */
export function isCorrelationId(text: string): boolean {
  return CORRELATION_ID.test(text);
}

/** The trace id of a W3C `traceparent` header; null if the header is absent or malformed. */
export function traceIdOf(traceparent: string | null): string | null {
  return /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? "")?.[1] ?? null;
}
