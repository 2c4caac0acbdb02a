import { outputShownBytesMax, runsListedMax } from "../limits";
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
      ${trigger === null ? db`` : trigger === "cron" ? db`and event.name = ${cronEventName}` : db`and event.name <> ${cronEventName}`}
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
  return db`and inngest_engine.label_buckets(run.labels) ${operator} inngest_engine.label_buckets(${[...labels]}::text[])
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
