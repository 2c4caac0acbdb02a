import { jobsCountedMax, runsCountedMax } from "../limits";
import type { Queryable } from "./connection";
import { cronEventName } from "./runs-read";
import type { RunStatus } from "./runs";

/** Figures by function. Each scan has an end: where it was reached, the figures say so. */

export interface FunctionFigures {
  functionId: string;
  runs: Record<RunStatus, number>;
  /** Due and not taken yet, or parked behind a limit. */
  queued: number;
  inFlight: number;
  /** Sleeps, waits and attempts whose time has not come. */
  waiting: number;
}

export interface Figures {
  functions: FunctionFigures[];
  isComplete: boolean;
}

interface Counted {
  functionId: string;
  state: string;
  count: number;
  scanned: number;
}

/**
 * Counts what was started after the run id `since`, and what stands in the queue. With labels, only runs that carry all
 * of them, and those that the clock started.
 */
export async function readFigures(
  db: Queryable,
  options: { since: string; now: Date; labels: readonly string[] },
): Promise<Figures> {
  const { since, now, labels } = options;
  const isWanted =
    labels.length === 0
      ? db`true`
      : db`(sample.labels @> ${[...labels]}::text[] or exists (
          select 1 from inngest_engine.events event where event.id = sample.event_id and event.name = ${cronEventName}))`;
  const runs = await db<Counted[]>`
    with sample as materialized (
      select function_id, status, labels, event_id from inngest_engine.runs
      where id >= ${since} order by id desc limit ${runsCountedMax}
    )
    select function_id as "functionId", status as state, count(*)::integer as count,
      (select count(*)::integer from sample) as scanned
    from sample where ${isWanted} group by function_id, status`;
  const jobs = await db<Counted[]>`
    with sample as materialized (
      select run.function_id, run.labels, run.event_id,
        case when job.leased_until > ${now} then 'in_flight'
          when job.run_at <= ${now} or job.parked_on is not null then 'queued' else 'waiting' end as state
      from (select * from inngest_engine.jobs order by id limit ${jobsCountedMax}) job
      join inngest_engine.runs run on run.id = job.run_id
    )
    select function_id as "functionId", state, count(*)::integer as count,
      (select count(*)::integer from sample) as scanned
    from sample where ${isWanted} group by function_id, state`;
  return {
    functions: merge(runs, jobs),
    isComplete: (runs[0]?.scanned ?? 0) < runsCountedMax && (jobs[0]?.scanned ?? 0) < jobsCountedMax,
  };
}

function merge(runs: readonly Counted[], jobs: readonly Counted[]): FunctionFigures[] {
  const ids = [...new Set([...runs, ...jobs].map(({ functionId }) => functionId))].toSorted();
  return ids.map((functionId) => {
    const find = (rows: readonly Counted[], state: string): number =>
      rows.find((row) => row.functionId === functionId && row.state === state)?.count ?? 0;
    return {
      functionId,
      runs: {
        running: find(runs, "running"),
        completed: find(runs, "completed"),
        failed: find(runs, "failed"),
        cancelled: find(runs, "cancelled"),
      },
      queued: find(jobs, "queued"),
      inFlight: find(jobs, "in_flight"),
      waiting: find(jobs, "waiting"),
    };
  });
}
