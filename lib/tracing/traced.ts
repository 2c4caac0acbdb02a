/** This room records OpenTelemetry spans: one trace from the agent's proposal to the write, over days and restarts. */

import {
  type Attributes,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type SpanContext,
  type Tracer,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { AppError } from "@/lib/core/errors";
import { type Trace, currentCorrelation, withCorrelation } from "@/lib/correlation";

/** Ids, tiers, kinds and outcomes: never a value, a name or a text of anybody's. */
interface SpanOptions {
  kind?: "server" | "client" | "consumer";
  attributes?: Attributes;
  /** Another trace that this one belongs with. */
  link?: Trace;
}

/** Adds what is known later to the span. */
export type Describe = (attributes: Attributes) => void;

/** On globalThis, because Next gives pages, routes and instrumentation separate instances of this module. */
const holder = globalThis as typeof globalThis & { countersignTracer?: Tracer };

/** From now on spans are recorded. Null: no longer. */
export function recordSpansBy(tracer: Tracer | null): void {
  if (tracer) holder.countersignTracer = tracer;
  else delete holder.countersignTracer;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
const silent: Describe = () => undefined;

/**
 * Does the work under a span of its own, in the trace of the current correlation; what it does goes on from there. Without
 * an exporter, and in a trace that its caller does not record, it only does the work.
 */
export async function traced<T>(
  name: string,
  { kind, attributes = {}, link }: SpanOptions,
  work: (describe: Describe) => Promise<T>,
): Promise<T> {
  const tracer = holder.countersignTracer;
  const current = currentCorrelation();
  if (!tracer || !current || (current.traceId !== null && !current.spanId)) return work(silent);
  const parent = spanContextOf(current);
  const linked = link && spanContextOf(link);
  const span = tracer.startSpan(
    name,
    {
      kind: kind ? KINDS[kind] : SpanKind.INTERNAL,
      attributes,
      links: linked ? [{ context: linked }] : [],
    },
    parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
  );
  const { traceId, spanId, traceFlags } = span.spanContext();
  const isRecorded = (traceFlags & TraceFlags.SAMPLED) !== 0;
  try {
    return await withCorrelation({ ...current, traceId, spanId: isRecorded ? spanId : null }, () =>
      work((more) => void span.setAttributes(more)),
    );
  } catch (error) {
    span.setAttribute("error.type", codeOf(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Null: in no trace, or in one that is not recorded. */
function spanContextOf({ traceId, spanId }: Trace): SpanContext | null {
  if (!traceId || !spanId) return null;
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** Its message may quote a value. */
function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : "unknown";
}

/** The trace of the current work, for what is stored or asked under it. */
export function currentTrace(): Trace {
  const current = currentCorrelation();
  return { traceId: current?.traceId ?? null, spanId: current?.spanId ?? null };
}

/** The W3C header of the current span. Null: none is recorded. */
export function currentTraceparent(): string | null {
  if (!holder.countersignTracer) return null;
  const { traceId, spanId } = currentTrace();
  return traceId && spanId ? `00-${traceId}-${spanId}-01` : null;
}
