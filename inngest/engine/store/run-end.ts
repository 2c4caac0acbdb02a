import type { RunError } from "../dispatch/answer";
import { canonicalJson } from "../app/canonical";
import { ulid } from "../ids";
import type { Tx } from "./connection";
import { storeEvents } from "./events";
import type { Job } from "./jobs";

const failedEventName = "inngest/function.failed";

export type RunEnd = { status: "completed"; output: unknown } | { status: "failed"; error: RunError };

/** Ends the run and drops what it still had planned, such as the losers of a race. The caller holds the run's row. */
export async function endRun(tx: Tx, runId: string, end: RunEnd, now: Date): Promise<void> {
  const output = end.status === "completed" ? JSON.stringify(end.output ?? null) : null;
  const error = end.status === "failed" ? JSON.stringify(end.error) : null;
  await tx`
    with ended as (
      update inngest_engine.runs set status = ${end.status}, output = ${output}, error = ${error}, ended_at = ${now}
      where id = ${runId}
    ), unplanned as (
      delete from inngest_engine.jobs where run_id = ${runId}
    )
    delete from inngest_engine.waits where run_id = ${runId}`;
}

/** A failed run sends inngest/function.failed, which starts its onFailure function; such a function's own failure sends none. */
export async function failRun(
  tx: Tx,
  job: Pick<Job, "runId" | "functionId" | "event">,
  error: RunError,
  now: Date,
): Promise<void> {
  await endRun(tx, job.runId, { status: "failed", error }, now);
  const event = JSON.parse(job.event) as { name?: string };
  if (event.name === failedEventName) return;
  const id = ulid(now.getTime());
  const payload = canonicalJson({
    id,
    name: failedEventName,
    ts: now.getTime(),
    data: {
      function_id: job.functionId,
      run_id: job.runId,
      error,
      event,
      events: [event],
      _inngest: { status: "Failed" },
    },
  });
  await storeEvents(tx, [{ id, name: failedEventName, payload, dedupeKey: null, onlyFunctionId: null }], now);
}
