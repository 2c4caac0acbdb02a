import { randomUUID } from "node:crypto";
import { type Answer, readAnswer } from "../dispatch/answer";
import type { App } from "./app-call";
import { canonicalJson } from "./canonical";
import { callTimeoutMs } from "../limits";
import { type Job, type StepRow, dispatchName } from "../store/jobs";

const executionVersion = 2;
/** The SDK's name for "run the function until you find something to do". */
const discoverySteps = "step";

interface Call {
  job: Job;
  steps: readonly StepRow[];
  /** Whether the SDK may report steps while the call goes on, rather than answer with each. */
  checkpointing: boolean;
  signal: AbortSignal;
  /** Called once the request has left. */
  onSent: () => void;
}

/** Calls the app for one job and reads what it answered. */
export async function callFunction(app: App, call: Call): Promise<Answer> {
  const { job, signal } = call;
  const stepId = job.stepId ?? discoverySteps;
  const result = await app.call({
    method: "POST",
    query: { fnId: job.functionId, stepId },
    headers: {
      "x-run-id": job.runId,
      "x-request-id": randomUUID(),
      "x-inngest-job-id": job.id,
      "x-inngest-step-id": stepId,
      "x-inngest-req-version": String(executionVersion),
    },
    body: callBody(call),
    timeoutMs: callTimeoutMs,
    signal,
    onSent: call.onSent,
  });
  switch (result.kind) {
    case "answered":
      return readAnswer(result.response);
    case "refused":
      return { kind: "unreached", reason: result.reason };
    case "broken":
      return { kind: "lost", reason: result.reason };
    default:
      return result satisfies never;
  }
}

/** Throws where stored data has no canonical form and so cannot be signed. */
function callBody({ job, steps, checkpointing }: Call): string {
  const event = JSON.parse(job.event) as unknown;
  const memo = steps.map((step): [string, unknown] => [
    step.stepId,
    step.error === null
      ? { type: "data", data: JSON.parse(step.data ?? "null") as unknown }
      : { type: "error", error: JSON.parse(step.error) as unknown },
  ]);
  const order = memo.map(([stepId]) => stepId);
  return canonicalJson({
    version: executionVersion,
    use_api: false,
    event,
    events: [event],
    steps: Object.fromEntries(memo),
    ctx: {
      run_id: job.runId,
      // Left out, it keeps the SDK from checkpointing.
      ...(checkpointing ? { fn_id: job.functionId } : {}),
      qi_id: dispatchName(job),
      attempt: job.attempt,
      max_attempts: job.attemptsMax,
      disable_immediate_execution: job.planOnly,
      use_api: false,
      stack: { stack: order, current: order.length },
    },
  });
}
