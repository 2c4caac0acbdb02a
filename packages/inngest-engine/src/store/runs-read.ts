import type { CallRecord } from "../dispatch/call-record";
import {
  callsShownMax,
  jobsShownMax,
  outputShownBytesMax,
  rerunsShownMax,
  runsListedMax,
  stepsPerRunMax,
} from "../limits";
import type { Queryable } from "./connection";
import type { RunStatus } from "./runs";

/** Reads for people. They run on connections of their own, so that none slows the dispatch. */

export const cronEventName = "inngest/scheduled.timer";

export interface RunRow {
  id: string;
  functionId: string;
  eventId: string;
  eventName: string;
  /** The schedule that fired; null where an event started the run. */
  cron: string | null;
  status: RunStatus;
  startedAt: Date;
  endedAt: Date | null;
  /** JSON, or null where it is larger than `outputShownBytesMax`. */
  output: string | null;
  error: string | null;
  isCut: boolean;
  labels: string[];
  rerunOfRunId: string | null;
  invokedByRunId: string | null;
  invokedByStepId: string | null;
}

export interface RunFilter {
  status: RunStatus | null;
  functionId: string | null;
  eventId: string | null;
  /** Each must be among the run's labels, as "field=value". */
  labels: readonly string[];
  /** At least one of these must be, unless there are none. */
  anyLabels: readonly string[];
  trigger: "event" | "cron" | null;
  /** Only runs older than this one. */
  before: string | null;
  limit: number;
}

/** Newest first, one more than `limit` where there are more. */
export async function listRuns(db: Queryable, filter: RunFilter): Promise<RunRow[]> {
  const { status, functionId, eventId, labels, anyLabels, trigger, before } = filter;
  const limit = Math.min(filter.limit, runsListedMax);
  return await db<RunRow[]>`
    select ${runColumns(db)}
    from inngest_engine.runs run join inngest_engine.events event on event.id = run.event_id
    where true
      ${status === null ? db`` : db`and run.status = ${status}`}
      ${functionId === null ? db`` : db`and run.function_id = ${functionId}`}
      ${eventId === null ? db`` : db`and run.event_id = ${eventId}`}
      ${labels.length === 0 ? db`` : withLabels(db, db`@>`, labels)}
      ${anyLabels.length === 0 ? db`` : withLabels(db, db`&&`, anyLabels)}
      ${trigger === null ? db`` : db`and (event.name = ${cronEventName}) = ${trigger === "cron"}`}
      ${before === null ? db`` : db`and run.id < ${before}`}
    order by run.id desc limit ${limit + 1}`;
}

/** Null where there is no such run, or it ended longer ago than runs are kept. */
export async function findRun(db: Queryable, id: string): Promise<(RunRow & { event: string }) | null> {
  const rows = await db<(RunRow & { event: string })[]>`
    select ${runColumns(db)}, event.payload as event
    from inngest_engine.runs run join inngest_engine.events event on event.id = run.event_id
    where run.id = ${id}`;
  return rows[0] ?? null;
}

/** By their buckets, which the index holds, and then by the labels themselves. */
function withLabels(db: Queryable, operator: ReturnType<Queryable>, labels: readonly string[]) {
  return db`and inngest_engine.label_buckets(run.labels)
      ${operator} inngest_engine.label_buckets(${[...labels]}::text[])
    and run.labels ${operator} ${[...labels]}::text[]`;
}

function runColumns(db: Queryable) {
  return db`run.id, run.function_id as "functionId", run.event_id as "eventId", event.name as "eventName",
    case when event.name = ${cronEventName} then event.payload::json #>> '{data,cron}' end as cron,
    run.status, run.started_at as "startedAt", run.ended_at as "endedAt", run.labels,
    case when octet_length(run.output) <= ${outputShownBytesMax} then run.output end as output, run.error,
    coalesce(octet_length(run.output) > ${outputShownBytesMax}, false) as "isCut",
    run.rerun_of_run_id as "rerunOfRunId", run.invoked_by_run_id as "invokedByRunId",
    run.invoked_by_step_id as "invokedByStepId"`;
}

export interface StepRow {
  stepId: string;
  name: string;
  kind: "run" | "sleep" | "wait" | "invoke";
  status: "planned" | "sleeping" | "waiting" | "done" | "failed";
  startedAt: Date | null;
  endedAt: Date | null;
  /** When a sleep ends or a wait gives up. */
  untilAt: Date | null;
  data: string | null;
  error: string | null;
  isCut: boolean;
}

export interface JobRow {
  id: string;
  kind: "run" | "step" | "sleep" | "timeout";
  stepId: string | null;
  attempt: number;
  runAt: Date;
  isLeased: boolean;
  /** Behind which of the run's limits it waits, counted from zero as the function lists them; null: behind none. */
  parkedOn: number | null;
  parkedLimit: number | null;
}

/** The parts of one run, for people: its steps, the calls that were made for it, and its next jobs. */
export async function readRunParts(db: Queryable, runId: string) {
  // Steps that were never reached in time order have no start; those finished before times were kept go by their order.
  const steps = await db<StepRow[]>`
    select step_id as "stepId", name, kind, status, started_at as "startedAt", ended_at as "endedAt",
      until_at as "untilAt", case when octet_length(data) <= ${outputShownBytesMax} then data end as data, error,
      coalesce(octet_length(data) > ${outputShownBytesMax}, false) as "isCut"
    from inngest_engine.steps where run_id = ${runId}
    order by started_at nulls last, finished_order nulls last, step_id limit ${stepsPerRunMax + 1}`;
  const calls = await db<CallRecord[]>`
    select step_id as "stepId", attempt, started_at as "startedAt", ended_at as "endedAt", outcome, error
    from inngest_engine.calls where run_id = ${runId} order by id desc limit ${callsShownMax}`;
  const counted = await db<{ total: number }[]>`
    select count(*)::integer as total from inngest_engine.calls where run_id = ${runId}`;
  const jobs = await db<JobRow[]>`
    select id, kind, step_id as "stepId", attempt, run_at as "runAt", leased_by_epoch is not null as "isLeased",
      array_position(limit_keys, parked_on) - 1 as "parkedOn",
      limits[array_position(limit_keys, parked_on)] as "parkedLimit"
    from inngest_engine.jobs where run_id = ${runId} order by run_at, id limit ${jobsShownMax}`;
  const reruns = await db<{ id: string }[]>`
    select again.id from inngest_engine.runs again
    join inngest_engine.runs first on first.event_id = again.event_id
    where first.id = ${runId} and again.rerun_of_run_id = ${runId} order by again.id desc limit ${rerunsShownMax}`;
  return {
    steps,
    /** The last ones, oldest first. */
    calls: calls.toReversed(),
    callsTotal: counted[0]?.total ?? 0,
    jobs,
    /** Runs that people started from this one, newest first. */
    reruns: reruns.map((run) => run.id),
  };
}
