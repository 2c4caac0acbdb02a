import type { RunError } from "../dispatch/answer";
import { canonicalJson } from "../app/canonical";
import { ulid } from "../ids";
import { correlationId, functionCancelled, functionFailed, functionFinished } from "../internal-events";
import type { Db, Queryable, Tx } from "./connection";
import { type NewEvent, storeEvents } from "./events";
import type { RunStatus } from "./runs";

export type RunEnd =
  { status: "completed"; output: unknown } | { status: "failed"; error: RunError } | { status: "cancelled" };

interface EndedRun {
  functionId: string;
  invokedByRunId: string | null;
  invokedByStepId: string | null;
  eventName: string;
  /** The run's event; null where nobody is to be told of its end. */
  event: string | null;
  isFinishedWanted: boolean;
}

/**
 * Ends the run and drops what it still had planned, such as the losers of a race, and tells who wants to know. The
 * caller holds the run's row.
 */
export async function endRun(tx: Tx, runId: string, end: RunEnd, now: Date): Promise<void> {
  const output = end.status === "completed" ? JSON.stringify(end.output ?? null) : null;
  const error = end.status === "failed" ? JSON.stringify(end.error) : null;
  const rows = await tx<EndedRun[]>`
    with ended as (
      update inngest_engine.runs set status = ${end.status}, output = ${output}, error = ${error}, ended_at = ${now}
      where id = ${runId} returning function_id, event_id, invoked_by_run_id, invoked_by_step_id
    ), unplanned as (
      delete from inngest_engine.jobs where run_id = ${runId}
    ), unheard as (
      delete from inngest_engine.waits where run_id = ${runId}
    ), audience as materialized (
      select invoked_by_run_id is not null
        or ${isFinishedHeard(tx)} as finished
      from ended
    )
    select ended.function_id as "functionId", ended.invoked_by_run_id as "invokedByRunId",
      ended.invoked_by_step_id as "invokedByStepId", event.name as "eventName", audience.finished as "isFinishedWanted",
      case when audience.finished or ${end.status !== "completed"} then event.payload end as event
    from ended cross join audience join inngest_engine.events event on event.id = ended.event_id`;
  const run = rows[0];
  if (run) await storeEvents(tx, endEvents({ ...run, id: runId }, end, now.getTime()), now);
}

export async function failRun(tx: Tx, job: { runId: string }, error: RunError, now: Date): Promise<void> {
  await endRun(tx, job.runId, { status: "failed", error }, now);
}

/** Whether anybody but an invoking step listens for the end of runs. */
export function isFinishedHeard(db: Queryable) {
  return db`((select sends_finished from inngest_engine.leadership)
    or exists (select 1 from inngest_engine.waits where event_name = ${functionFinished}))`;
}

/** A run that was itself started by such an event sends none: it would start itself again for ever. */
const endEventsOfRuns = new Set([functionFailed, functionFinished]);
const statusNames = { completed: "Completed", failed: "Failed", cancelled: "Cancelled" } as const;

function endEvents(run: EndedRun & { id: string }, end: RunEnd, nowMs: number): NewEvent[] {
  if (run.event === null || endEventsOfRuns.has(run.eventName)) return [];
  const names: string[] = run.isFinishedWanted ? [functionFinished] : [];
  if (end.status === "failed") names.push(functionFailed);
  if (end.status === "cancelled") names.push(functionCancelled);
  const event = JSON.parse(run.event) as unknown;
  const { invokedByRunId, invokedByStepId } = run;
  const invoker = invokedByRunId !== null && invokedByStepId !== null;
  const about = {
    function_id: run.functionId,
    run_id: run.id,
    event,
    events: [event],
    ...(invoker ? { correlation_id: correlationId({ runId: invokedByRunId, stepId: invokedByStepId }) } : {}),
    _inngest: { status: statusNames[end.status] },
  };
  return names.map((name) => endEvent(name, { ...about, ...outcome(end, name) }, nowMs));
}

/** The server tells an invoking step nothing of a cancelled run's end; here the step fails. */
function outcome(
  end: RunEnd,
  name: string,
): { result: unknown } | { error: RunError } | Record<string, never> {
  if (end.status === "completed") return { result: end.output ?? null };
  if (end.status === "failed") return { error: end.error };
  if (name !== functionFinished) return {};
  return { error: { name: "Error", message: "The invoked function was cancelled", stack: "" } };
}

/** One event about a run's end. A result that cannot be signed, such as half a surrogate pair, becomes an error. */
export function endEvent(name: string, data: Record<string, unknown>, nowMs: number): NewEvent {
  const id = ulid(nowMs);
  const event = (about: Record<string, unknown>): string =>
    canonicalJson({ id, name, ts: nowMs, data: about, user: {} });
  let payload: string;
  try {
    payload = event(data);
  } catch {
    const { result: _result, ...rest } = data;
    payload = event({ ...rest, error: { name: "Error", message: "The result cannot be signed", stack: "" } });
  }
  return { id, name, payload, dedupeKey: null, onlyFunctionId: null };
}

export type CancelOutcome =
  { kind: "cancelled"; functionId: string } | { kind: "ended"; status: RunStatus } | { kind: "unknown" };

/** Cancels a run under the lock of its row: what a call of it answers later is stale. */
export async function cancelRun(db: Db, runId: string, now: Date): Promise<CancelOutcome> {
  return await db.begin(async (tx) => {
    const rows = await tx<{ functionId: string; status: RunStatus }[]>`
      select function_id as "functionId", status from inngest_engine.runs where id = ${runId} for update`;
    const run = rows[0];
    if (!run) return { kind: "unknown" };
    if (run.status !== "running") return { kind: "ended", status: run.status };
    await endRun(tx, runId, { status: "cancelled" }, now);
    return { kind: "cancelled", functionId: run.functionId };
  });
}
