import type { Answer } from "../dispatch/answer";
import { readAnswer } from "../dispatch/answer";
import type { App } from "./app-call";
import { canonicalJson } from "./canonical";
import { ulid } from "../ids";
import { callTimeoutMs } from "../limits";
import type { Job, StepRow } from "../store/jobs";

const executionVersion = 2;
/** The SDK's name for "run the function until you find something to do". */
const discoverySteps = "step";

/**
 * Calls the app for one job and reads what it answered. Leaving `fn_id` out of the context keeps the SDK from
 * checkpointing: each step comes back in an answer of its own, so that all state passes through one place.
 */
export async function callFunction(
  app: App,
  options: { job: Job; steps: readonly StepRow[]; signal: AbortSignal },
): Promise<Answer> {
  const { job, steps, signal } = options;
  const stepId = job.stepId ?? discoverySteps;
  const result = await app.call({
    method: "POST",
    query: { fnId: job.functionId, stepId },
    headers: {
      "x-run-id": job.runId,
      "x-request-id": ulid(Date.now()),
      "x-inngest-job-id": job.id,
      "x-inngest-step-id": stepId,
      "x-inngest-req-version": String(executionVersion),
    },
    body: callBody(job, steps),
    timeoutMs: callTimeoutMs,
    signal,
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
function callBody(job: Job, steps: readonly StepRow[]): string {
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
      qi_id: job.id,
      attempt: job.attempt,
      max_attempts: job.attemptsMax,
      disable_immediate_execution: job.planOnly,
      use_api: false,
      stack: { stack: order, current: order.length },
    },
  });
}
