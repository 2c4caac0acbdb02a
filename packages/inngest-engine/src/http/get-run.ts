import type { ConcurrencyLimit } from "../app/function-config";
import type { CallRecord } from "../dispatch/call-record";
import { type JobRow, type StepRow, findRun, readRunParts } from "../store/runs-read";
import { describeRun } from "./get-runs";
import { type Api, type ApiRequest, type Reply, failure } from "./request";

/** GET /v1/runs/:id: a run with its event, steps, calls and what comes next. */
export async function getRun(api: Api, { path }: ApiRequest): Promise<Reply> {
  const id = path[2] ?? "";
  // One snapshot: a run must not show a job whose step it does not show yet.
  const [run, parts] = await api.reads.begin(
    "isolation level repeatable read",
    async (tx) => [await findRun(tx, id), await readRunParts(tx, id)] as const,
  );
  if (!run) return failure(404, `Unable to load function run: ${id}`);
  const limits = api.registry.functions.find((known) => known.id === run.functionId)?.concurrency ?? [];
  return {
    status: 200,
    body: {
      data: {
        ...describeRun(run),
        event: JSON.parse(run.event) as unknown,
        steps: parts.steps.map(describeStep),
        calls: parts.calls.map(describeCall),
        calls_total: parts.callsTotal,
        jobs: parts.jobs.map((job) => describeJob(job, limits)),
        reruns: parts.reruns,
      },
      metadata: { fetched_at: new Date(api.now()).toISOString() },
    },
  };
}

function describeStep(step: StepRow) {
  return {
    id: step.stepId,
    name: step.name,
    kind: step.kind,
    status: step.status,
    started_at: step.startedAt?.toISOString() ?? null,
    ended_at: step.endedAt?.toISOString() ?? null,
    until_at: step.untilAt?.toISOString() ?? null,
    output: JSON.parse(step.data ?? "null") as unknown,
    output_truncated: step.isCut,
    error: readStepError(step.error),
  };
}

function describeCall(call: CallRecord) {
  return {
    step_id: call.stepId,
    attempt: call.attempt,
    started_at: call.startedAt.toISOString(),
    ended_at: call.endedAt.toISOString(),
    outcome: call.outcome,
    error: readCallError(call.error),
  };
}

/** `attempt` and `at` as in Inngest's list of a run's jobs. */
function describeJob(job: JobRow, limits: readonly ConcurrencyLimit[]) {
  return {
    kind: job.kind,
    step_id: job.stepId,
    attempt: job.attempt,
    at: job.runAt.toISOString(),
    in_flight: job.isLeased,
    parked:
      job.parkedOn === null ? null : { limit: job.parkedLimit, key: limits[job.parkedOn]?.key?.text ?? null },
  };
}

/** A step's error, stored as JSON. Its stack stays here: it names files, and nobody needs it to see what happened. */
function readStepError(text: string | null): { name: string; message: string } | null {
  if (text === null) return null;
  const { name, message } = JSON.parse(text) as { name: string; message: string };
  return { name, message };
}

/** A call's, stored as `Name: message`, or as the bare reason where it got no answer. */
function readCallError(text: string | null): { name: string; message: string } | null {
  if (text === null) return null;
  const [, name, message] = /^([A-Z]\w*): (.*)$/s.exec(text) ?? [];
  return name === undefined || message === undefined ? { name: "Error", message: text } : { name, message };
}
