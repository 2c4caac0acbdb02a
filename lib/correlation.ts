import { AsyncLocalStorage } from "node:async_hooks";

/** A place in a W3C trace. */
export interface Trace {
  /** 32 hexadecimal digits. Null: the work belongs to no trace. */
  traceId: string | null;
  /** The parent of further spans, 16 hexadecimal digits. Absent or null although there is a trace: the trace is not recorded. */
  spanId?: string | null;
}

/**
 * The request and the action that the current work belongs to. It follows the asynchronous work, so every log line and
 * every request to NetSuite carries it without an argument.
 */
export interface Correlation extends Trace {
  /** The caller's id or a new one. Work on an action uses the id under which its agent proposed it. */
  correlationId: string;
  /** The current request, if `correlationId` is an action's. */
  requestId?: string;
}

const holder = globalThis as typeof globalThis & { countersignCorrelation?: AsyncLocalStorage<Correlation> };
/** On globalThis, because Next gives pages, routes and instrumentation separate instances of this module. */
const storage = (holder.countersignCorrelation ??= new AsyncLocalStorage());

/** The correlation of the current work. Null: it belongs to no request and no action. */
export function currentCorrelation(): Correlation | null {
  return storage.getStore() ?? null;
}

/** Runs work, and everything asynchronous that it starts, under this correlation. */
export function withCorrelation<T>(correlation: Correlation, work: () => T): T {
  return storage.run(correlation, work);
}

/** Runs work on one action under the correlation id of its proposal, and keeps the current request's id next to it. */
export function aboutAction<T>(action: Trace & { correlationId: string }, work: () => T): T {
  const outer = currentCorrelation();
  const requestId = outer?.requestId ?? outer?.correlationId;
  const { correlationId, traceId, spanId = null } = action;
  const isSame = requestId === undefined || requestId === correlationId;
  return storage.run({ correlationId, traceId, spanId, ...(isSame ? {} : { requestId }) }, work);
}

const CORRELATION_ID = /^[\w.:-]{1,128}$/;

/** True if an id is safe in a header and a log line. */
export function isCorrelationId(text: string): boolean {
  return CORRELATION_ID.test(text);
}

/** Reads a W3C `traceparent` header. No trace if it is absent or malformed. Its last bit says whether the caller records the trace. */
export function traceOf(traceparent: string | null): Trace {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? "") ?? [];
  if (!traceId || /^0+$/.test(traceId) || /^0+$/.test(spanId!)) return { traceId: null, spanId: null };
  return { traceId, spanId: Number.parseInt(flags!, 16) & 1 ? spanId! : null };
}
