import type { Answer, RunError } from "./answer";
import type { Settlement } from "./settlement";
import type { Job } from "../store/jobs";
import { callErrorLengthMax } from "../limits";

/** One call of the app as people see it in a run's history. */
export interface CallRecord {
  /** The step that ran; null where the whole function was called and did not end with one step. */
  stepId: string | null;
  /** From zero. */
  attempt: number;
  startedAt: Date;
  endedAt: Date;
  outcome: "returned" | "advanced" | "retried" | "failed" | "lost" | "unreached";
  error: string | null;
}

export function recordCall(options: {
  job: Pick<Job, "stepId" | "attempt">;
  answer: Answer;
  settlement: Settlement;
  startedAtMs: number;
  endedAtMs: number;
}): CallRecord {
  const { job, answer, settlement } = options;
  return {
    stepId: job.stepId ?? onlyStep(answer),
    attempt: job.attempt,
    startedAt: new Date(options.startedAtMs),
    endedAt: new Date(options.endedAtMs),
    outcome: outcomeOf(answer, settlement),
    error: errorOf(answer, settlement),
  };
}

/** A failed step names itself, so that its attempts can be told from those of the function around it. */
function onlyStep(answer: Answer): string | null {
  if (answer.kind !== "ops" || answer.ops.length !== 1) return null;
  const op = answer.ops[0];
  return op && stepOps.has(op.op) ? op.id : null;
}
const stepOps = new Set(["StepRun", "Step", "StepError", "StepFailed"]);

function outcomeOf(answer: Answer, settlement: Settlement): CallRecord["outcome"] {
  switch (settlement.kind) {
    case "completed":
      return "returned";
    case "failed":
      return "failed";
    case "advanced":
      return settlement.changes.some(({ result }) => result.status === "failed") ? "failed" : "advanced";
    case "again":
      return answer.kind === "lost" || answer.kind === "unreached" ? answer.kind : "retried";
    default:
      return settlement satisfies never;
  }
}

function errorOf(answer: Answer, settlement: Settlement): string | null {
  if (answer.kind === "lost" || answer.kind === "unreached") return cut(answer.reason);
  if (answer.kind === "threw") return textOf(answer.error);
  if (settlement.kind === "failed" || settlement.kind === "again") {
    return settlement.error ? textOf(settlement.error) : null;
  }
  if (settlement.kind !== "advanced") return null;
  const failed = settlement.changes.find(({ result }) => result.status === "failed");
  return failed?.result.status === "failed" ? textOf(failed.result.error) : null;
}

function textOf({ name, message }: RunError): string {
  return cut(`${name}: ${message}`);
}

/** Postgres cannot store NUL, nor half a character, such as the cut may leave. */
function cut(text: string): string {
  return Buffer.from(text.replaceAll("\0", "").slice(0, callErrorLengthMax)).toString("utf8");
}
