import { type Answer, type Op, type RunError, engineError, toRunError } from "./answer";
import type { Backoff } from "./backoff";
import { retryAfterEnd, waitEnd } from "./duration";
import { bodyTimes } from "./step-times";
import { lostCallDelayMs, lostCallsMax, stepNameLengthMax, unreachedDelayMs } from "../limits";
import type { Job } from "../store/jobs";
import { type Wait, readInvoke, readWaitForEvent } from "./waiting";

/** The outcome of a call for its job and run; the store applies it in one transaction. Times are Unix ms. */
export type Settlement =
  /** `changes`: steps that the app had not reported yet when the function returned. */
  | { kind: "completed"; output: unknown; changes: StepChange[] }
  | { kind: "failed"; error: RunError }
  /** The same job again; `costsAttempt` is false where the app did nothing wrong. */
  | {
      kind: "again";
      runAtMs: number;
      costsAttempt: boolean;
      countsAsLost: boolean;
      changes: StepChange[];
      /** The attempt's error; null where the app did nothing wrong. */
      error: RunError | null;
    }
  /** `callsAgain`: the app wants another call whatever is still open. */
  | { kind: "advanced"; changes: StepChange[]; callsAgain: boolean };

export type StepKind = "run" | "sleep" | "wait" | "invoke";

export interface StepChange {
  stepId: string;
  name: string;
  kind: StepKind;
  result:
    | { status: "done"; data: unknown }
    | { status: "failed"; error: RunError }
    | { status: "planned" }
    | { status: "sleeping"; untilMs: number }
    | { status: "waiting"; untilMs: number; wait: Wait };
  /** True where the function is called again without waiting for the rest of a parallel group. */
  resumesAlone: boolean;
  /** Null where its body has not begun, and where it began is not known. */
  startedAtMs: number | null;
  /** Null while it is not finished. */
  endedAtMs: number | null;
}

interface Context {
  job: Pick<
    Job,
    "kind" | "attempt" | "attemptsMax" | "lostCalls" | "stepId" | "runId" | "functionId" | "event"
  >;
  nowMs: number;
  /** When the call began. */
  startedAtMs: number;
  backoff: Backoff;
}

/** Decides, from the answer alone, what happens next. */
export function settle(answer: Answer, context: Context): Settlement {
  switch (answer.kind) {
    case "returned":
      return { kind: "completed", output: answer.data, changes: [] };
    case "unreached":
      return again(context.nowMs + unreachedDelayMs, { costsAttempt: false, countsAsLost: false });
    case "lost":
      return settleLost(answer.reason, context);
    case "threw":
      if (answer.isFinal || isLastAttempt(context)) return { kind: "failed", error: answer.error };
      return retry(answer.retryAfter, context, answer.error);
    case "ops":
      return settleOps(answer, context);
    default:
      return answer satisfies never;
  }
}

function settleLost(reason: string, context: Context): Settlement {
  const { lostCalls } = context.job;
  if (lostCalls < lostCallsMax) {
    const runAtMs = context.nowMs + lostCallDelayMs * 2 ** lostCalls;
    return again(runAtMs, { costsAttempt: false, countsAsLost: true });
  }
  if (!isLastAttempt(context)) return retry(undefined, context, null);
  return {
    kind: "failed",
    error: engineError(`The app's answer was lost ${lostCalls + 1} times: ${reason}`),
  };
}

/** Says that an op reports no step: the SDK ran out of the time it gives one call and wants the next. */
const discoveryRequest = "DiscoveryRequest";

function settleOps(answer: Extract<Answer, { kind: "ops" }>, context: Context): Settlement {
  const changes: StepChange[] = [];
  let toRetry: RunError | null = null;
  let completion: Op | null = null;
  const timeOf = stepTimes(answer.ops, context);
  for (const op of answer.ops) {
    if (op.op === discoveryRequest) continue;
    if (op.op === "RunComplete") {
      completion = op;
    } else if (op.op === "StepError" && !isLastAttempt(context)) {
      toRetry = toRunError(op.error ?? op.data);
    } else {
      const read = readOp(op, context);
      if ("refused" in read) return { kind: "failed", error: engineError(read.refused) };
      const resumesAlone = answer.everyStepResumes || op.opts?.parallelMode === "race";
      changes.push({ stepId: op.id, name: nameOf(op), ...read, resumesAlone, ...timeOf(op, read) });
    }
  }
  if (completion) return { kind: "completed", output: completion.data, changes };
  if (toRetry) return { ...retry(answer.retryAfter, context, toRetry), changes };
  const callsAgain = answer.ops.some(({ op }) => op === discoveryRequest);
  if (changes.length === 0 && !callsAgain)
    return { kind: "failed", error: engineError("The app answered 206 without any step.") };
  return { kind: "advanced", changes, callsAgain };
}

type ReadOp = Pick<StepChange, "kind" | "result">;

function readOp(op: Op, { job, nowMs }: Context): ReadOp | { refused: string } {
  switch (op.op) {
    case "StepRun":
    case "Step":
      return { kind: "run", result: { status: "done", data: op.data } };
    case "StepError":
    case "StepFailed":
      return { kind: "run", result: { status: "failed", error: toRunError(op.error ?? op.data) } };
    case "StepPlanned":
      return { kind: "run", result: { status: "planned" } };
    case "Sleep": {
      // The SDK sends an empty text for a span of zero or less: such a sleep is over at once.
      const untilMs = op.name ? waitEnd(op.name, nowMs) : nowMs;
      if (untilMs === null)
        return { refused: `Step "${nameOf(op)}" sleeps for "${op.name}", which is no duration.` };
      return { kind: "sleep", result: { status: "sleeping", untilMs } };
    }
    case "WaitForEvent":
      return readWaitForEvent(op, { job, nowMs, stepName: nameOf(op) });
    case "InvokeFunction":
      return readInvoke(op, { job, nowMs, stepName: nameOf(op) });
    default:
      return { refused: `Step "${nameOf(op)}" is a ${op.op}, which this engine does not support.` };
  }
}

/** A step whose body ran has a beginning and an end, any other that is not finished began when it was reported. */
function stepTimes(ops: readonly Op[], { nowMs, startedAtMs }: Context) {
  const bodies = bodyTimes(ops, { startedAtMs, endedAtMs: nowMs });
  return (op: Op, { result }: ReadOp): Pick<StepChange, "startedAtMs" | "endedAtMs"> => {
    if (result.status === "planned") return { startedAtMs: null, endedAtMs: null };
    if (result.status === "done" || result.status === "failed") return bodies(op);
    return { startedAtMs: nowMs, endedAtMs: null };
  };
}

/** For people only; Postgres cannot store NUL. */
export function nameOf(op: Pick<Op, "id" | "name" | "displayName">): string {
  return (op.displayName ?? op.name ?? op.id).replaceAll("\0", "").slice(0, stepNameLengthMax);
}

function isLastAttempt({ job }: Context): boolean {
  return job.attempt + 1 >= job.attemptsMax;
}

type Again = Extract<Settlement, { kind: "again" }>;

function retry(
  retryAfter: string | undefined,
  { job, nowMs, backoff }: Context,
  error: RunError | null,
): Again {
  const runAtMs = retryAfterEnd(retryAfter, nowMs) ?? nowMs + backoff(job.attempt);
  return { ...again(runAtMs, { costsAttempt: true, countsAsLost: false }), error };
}

function again(runAtMs: number, cost: Pick<Again, "costsAttempt" | "countsAsLost">): Again {
  return { kind: "again", runAtMs, ...cost, changes: [], error: null };
}
