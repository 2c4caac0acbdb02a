import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Which request, and which action, the work at hand belongs to. It goes with the asynchronous work itself, so that every
 * log line and every request to NetSuite carries it without being handed it.
 */
export interface Correlation {
  /** The caller's own, or a new one; where the work is about an action, the one its agent proposed it under. */
  correlationId: string;
  /** W3C trace id, where the caller sent one. */
  traceId: string | null;
  /** The request that the work is done in, where `correlationId` is an action's. */
  requestId?: string;
}

const holder = globalThis as typeof globalThis & { countersignCorrelation?: AsyncLocalStorage<Correlation> };
/** On globalThis: Next gives pages, routes and instrumentation an instance of this module each. */
const storage = (holder.countersignCorrelation ??= new AsyncLocalStorage());

export function currentCorrelation(): Correlation | null {
  return storage.getStore() ?? null;
}

export function withCorrelation<T>(correlation: Correlation, work: () => T): T {
  return storage.run(correlation, work);
}

/** Work on one action: it carries the id that the action's agent proposed it under, and names the request beside it. */
export function aboutAction<T>(action: { correlationId: string; traceId: string | null }, work: () => T): T {
  const outer = currentCorrelation();
  const requestId = outer?.requestId ?? outer?.correlationId;
  const { correlationId, traceId } = action;
  const isSame = requestId === undefined || requestId === correlationId;
  return storage.run({ correlationId, traceId, ...(isSame ? {} : { requestId }) }, work);
}

const CORRELATION_ID = /^[\w.:-]{1,128}$/;

/** Whether an id may stand in a header and a log line as it is. */
export function isCorrelationId(text: string): boolean {
  return CORRELATION_ID.test(text);
}

/** The trace id of a W3C `traceparent` header; null where there is none or it is malformed. */
export function traceIdOf(traceparent: string | null): string | null {
  return /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? "")?.[1] ?? null;
}
