import type { Answer, Op, RunError } from "./answer";
import { engineError, toRunError } from "./answer";
import { retryAfterEnd, waitEnd } from "./duration";
import {
  lostCallDelayMs,
  lostCallsMax,
  retryDelayMsMax,
  stepNameLengthMax,
  unreachedDelayMs,
} from "../limits";
import type { Job } from "../store/jobs";

/** What becomes of a job and its run after a call; the store applies it in one transaction. Times are Unix ms. */
export type Settlement =
  | { kind: "completed"; output: unknown }
  | { kind: "failed"; error: RunError }
  /** The same job again; `costsAttempt` is false where the app did nothing wrong. */
  | { kind: "again"; runAtMs: number; costsAttempt: boolean; countsAsLost: boolean }
  | { kind: "advanced"; changes: StepChange[] };

export interface StepChange {
  stepId: string;
  name: string;
  result:
    | { status: "done"; data: unknown }
    | { status: "failed"; error: RunError }
    | { status: "planned" }
    | { status: "sleeping"; untilMs: number };
  /** True where the function is called again without waiting for the rest of a parallel group. */
  resumesAlone: boolean;
}

interface Context {
  job: Pick<Job, "kind" | "attempt" | "attemptsMax" | "lostCalls" | "stepId">;
  nowMs: number;
  /** The wait after the first failed attempt; it doubles with each further one. */
  retryMs: number;
}

/** Decides, from the answer alone, what happens next. */
export function settle(answer: Answer, context: Context): Settlement {
  switch (answer.kind) {
    case "returned":
      return { kind: "completed", output: answer.data };
    case "unreached":
      return {
        kind: "again",
        runAtMs: context.nowMs + unreachedDelayMs,
        costsAttempt: false,
        countsAsLost: false,
      };
    case "lost":
      return settleLost(answer.reason, context);
    case "threw":
      if (answer.isFinal || isLastAttempt(context)) return { kind: "failed", error: answer.error };
      return retry(answer.retryAfter, context);
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
    return { kind: "again", runAtMs, costsAttempt: false, countsAsLost: true };
  }
  if (!isLastAttempt(context)) return retry(undefined, context);
  return {
    kind: "failed",
    error: engineError(`The app's answer was lost ${lostCalls + 1} times: ${reason}`),
  };
}

function settleOps(answer: Extract<Answer, { kind: "ops" }>, context: Context): Settlement {
  const changes: StepChange[] = [];
  for (const op of answer.ops) {
    if (op.op === "RunComplete") return { kind: "completed", output: op.data };
    if (op.op === "StepError" && !isLastAttempt(context)) return retry(answer.retryAfter, context);
    const result = readOp(op, context.nowMs);
    if ("refused" in result) return { kind: "failed", error: engineError(result.refused) };
    const resumesAlone = answer.everyStepResumes || op.opts?.parallelMode === "race";
    changes.push({ stepId: op.id, name: nameOf(op), result, resumesAlone });
  }
  if (changes.length === 0)
    return { kind: "failed", error: engineError("The app answered 206 without any step.") };
  return { kind: "advanced", changes };
}

function readOp(op: Op, nowMs: number): StepChange["result"] | { refused: string } {
  switch (op.op) {
    case "StepRun":
    case "Step":
      return { status: "done", data: op.data };
    case "StepError":
    case "StepFailed":
      return { status: "failed", error: toRunError(op.error ?? op.data) };
    case "StepPlanned":
      return { status: "planned" };
    case "Sleep": {
      const untilMs = waitEnd(op.name ?? "", nowMs);
      if (untilMs === null)
        return { refused: `Step "${nameOf(op)}" sleeps for "${op.name}", which is no duration.` };
      return { status: "sleeping", untilMs };
    }
    default:
      return { refused: `Step "${nameOf(op)}" is a ${op.op}, which this engine does not support.` };
  }
}

/** For people only; Postgres cannot store NUL. */
function nameOf(op: Op): string {
  return (op.displayName ?? op.name ?? op.id).replaceAll("\0", "").slice(0, stepNameLengthMax);
}

function isLastAttempt({ job }: Context): boolean {
  return job.attempt + 1 >= job.attemptsMax;
}

function retry(retryAfter: string | undefined, { job, nowMs, retryMs }: Context): Settlement {
  const backoffEnd = nowMs + Math.min(retryMs * 2 ** job.attempt, retryDelayMsMax);
  const runAtMs = retryAfterEnd(retryAfter, nowMs) ?? backoffEnd;
  return { kind: "again", runAtMs, costsAttempt: true, countsAsLost: false };
}
