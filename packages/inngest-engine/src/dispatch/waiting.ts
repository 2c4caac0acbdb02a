import { canonicalJson } from "../app/canonical";
import { parseExpression } from "../expressions/expression";
import { correlationLabel, liftLabel } from "../expressions/labels";
import { ulid } from "../ids";
import { correlationId, functionInvoked, invokedRunEnded } from "../internal-events";
import { waitMsMax } from "../limits";
import type { NewEvent } from "../store/events";
import type { Job } from "../store/jobs";
import type { Op } from "./answer";
import { spanMs } from "./duration";

/** The wait of a step, as the store keeps it. */
export interface Wait {
  eventName: string;
  /** CEL over `event`, the run's own, and `async`, the one that comes; null: any event of the name. */
  condition: string | null;
  matchLabel: string | null;
  /** The event that starts an invoked run. */
  sends: NewEvent | null;
}

interface Waiting {
  kind: "wait" | "invoke";
  result: { status: "waiting"; untilMs: number; wait: Wait };
}

interface Context {
  job: Pick<Job, "runId" | "functionId" | "event">;
  nowMs: number;
  /** For people. */
  stepName: string;
}

/** step.waitForEvent: the event's name is the op's, or an option where older SDKs put it. */
export function readWaitForEvent(op: Op, { job, nowMs, stepName }: Context): Waiting | { refused: string } {
  const eventName = textOption(op, "event") || op.name;
  if (!eventName) return { refused: `Step "${stepName}" waits for no event.` };
  const untilMs = timeoutEnd(textOption(op, "timeout"), nowMs);
  if (typeof untilMs !== "number")
    return { refused: `Step "${stepName}" has a timeout that ${untilMs.problem}.` };
  const text = textOption(op, "if") || null;
  if (text === null) return waitFor({ eventName, condition: null, matchLabel: null }, untilMs);
  const parsed = parseExpression(text, ["event", "async"]);
  if ("problem" in parsed) return { refused: `Step "${stepName}" waits with an "if" that ${parsed.problem}` };
  const matchLabel = liftLabel(parsed.expression, JSON.parse(job.event) as unknown, nowMs);
  return waitFor({ eventName, condition: text, matchLabel }, untilMs);
}

function waitFor(wait: Omit<Wait, "sends">, untilMs: number): Waiting {
  return { kind: "wait", result: { status: "waiting", untilMs, wait: { ...wait, sends: null } } };
}

/** step.invoke: without a timeout it waits as long as anything can. */
export function readInvoke(op: Op, { job, nowMs, stepName }: Context): Waiting | { refused: string } {
  const functionId = textOption(op, "function_id");
  if (!functionId) return { refused: `Step "${stepName}" invokes no function.` };
  const timeout = textOption(op, "timeout");
  const untilMs = timeout ? timeoutEnd(timeout, nowMs) : nowMs + waitMsMax;
  if (typeof untilMs !== "number")
    return { refused: `Step "${stepName}" has a timeout that ${untilMs.problem}.` };
  const payload = recordOf(op.opts?.payload) ?? {};
  const data = recordOf(payload.data ?? {});
  if (!data) return { refused: `Step "${stepName}" invokes "${functionId}" with data that is no object.` };
  const correlation = correlationId({ runId: job.runId, stepId: op.id });
  const event = {
    ...payload,
    user: payload.user ?? {},
    id: ulid(nowMs),
    name: functionInvoked,
    ts: nowMs,
    data: {
      ...data,
      _inngest: {
        fn_id: functionId,
        correlation_id: correlation,
        source_fn_id: job.functionId,
        name: stepName,
        expire: untilMs,
      },
    },
  };
  const sends = invocation(event, functionId);
  if (!sends)
    return { refused: `Step "${stepName}" invokes "${functionId}" with data that cannot be signed.` };
  const wait = {
    eventName: invokedRunEnded,
    condition: null,
    matchLabel: correlationLabel(correlation),
    sends,
  };
  return { kind: "invoke", result: { status: "waiting", untilMs, wait } };
}

function invocation(event: { id: string }, functionId: string): NewEvent | null {
  try {
    const payload = canonicalJson(event);
    return { id: event.id, name: functionInvoked, payload, dedupeKey: null, onlyFunctionId: functionId };
  } catch {
    return null;
  }
}

/** An empty text is what the SDK sends for a span that is over already. */
function timeoutEnd(text: string | null, nowMs: number): number | { problem: string } {
  if (!text) return nowMs;
  const span = spanMs(text);
  const endMs = span === null ? Date.parse(text) : nowMs + span;
  if (Number.isNaN(endMs)) return { problem: `is neither a span nor an instant: ${text}` };
  if (endMs - nowMs > waitMsMax)
    return { problem: `lies more than ${waitMsMax / 86_400_000} days ahead: ${text}` };
  return Math.max(endMs, nowMs);
}

function textOption(op: Op, name: "event" | "if" | "timeout" | "function_id"): string | null {
  const value = op.opts?.[name];
  return typeof value === "string" ? value : null;
}

function recordOf(value: unknown): Record<string, unknown> | null {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  return isRecord ? (value as Record<string, unknown>) : null;
}
