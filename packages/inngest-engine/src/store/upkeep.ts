import { dedupeMs, prunedPerPassMax } from "../limits";
import type { Queryable } from "./connection";

/** Removes what is older than the retention; returns how many rows went, so that the caller can go on while some do. */
export async function prune(db: Queryable, now: Date, retentionMs: number): Promise<number> {
  const cutoff = new Date(now.getTime() - retentionMs);
  const dedupeCutoff = new Date(now.getTime() - dedupeMs);
  const runs = await db`
    delete from inngest_engine.runs where id in (
      select id from inngest_engine.runs where ended_at <= ${cutoff} order by ended_at limit ${prunedPerPassMax})`;
  const events = await db`
    delete from inngest_engine.events where id in (
      select event.id from inngest_engine.events event
      where event.received_at <= ${cutoff} and event.routed_at is not null and event.waking_from is null
        and not exists (select 1 from inngest_engine.runs run where run.event_id = event.id)
      order by event.received_at limit ${prunedPerPassMax})`;
  const eventKeys = await db`
    delete from inngest_engine.event_keys where key in (
      select key from inngest_engine.event_keys where seen_at <= ${dedupeCutoff} limit ${prunedPerPassMax})`;
  const idempotencyKeys = await db`
    delete from inngest_engine.idempotency_keys where key in (
      select key from inngest_engine.idempotency_keys where seen_at <= ${dedupeCutoff} limit ${prunedPerPassMax})`;
  return runs.count + events.count + eventKeys.count + idempotencyKeys.count;
}

export interface QueueState {
  /** Jobs that are due, running or not. */
  depth: number;
  /** Jobs whose time has not come: retries and sleeps. */
  scheduled: number;
  oldestDueAt: Date | null;
  unroutedEvents: number;
}

export async function readQueue(db: Queryable, now: Date): Promise<QueueState> {
  const rows = await db<QueueState[]>`
    select (count(*) filter (where run_at <= ${now}))::integer as depth,
      (count(*) filter (where run_at > ${now}))::integer as scheduled,
      min(run_at) filter (where run_at <= ${now}) as "oldestDueAt",
      (select count(*)::integer from inngest_engine.events where routed_at is null) as "unroutedEvents"
    from inngest_engine.jobs`;
  return rows[0] ?? { depth: 0, scheduled: 0, oldestDueAt: null, unroutedEvents: 0 };
}

/** The first moments after now at which something falls due by itself; null where nothing is planned. */
export interface NextDue {
  jobAt: Date | null;
  tickAt: Date | null;
}

/** Everything that the engine does by its clock must be found here: a virtual clock goes from one of these moments to the next. */
export async function readNextDue(db: Queryable, now: Date): Promise<NextDue> {
  const rows = await db<NextDue[]>`
    select (select min(run_at) from inngest_engine.jobs where parked_on is null and run_at > ${now}) as "jobAt",
      (select min(next_at) from inngest_engine.crons where next_at > ${now}) as "tickAt"`;
  return rows[0] ?? { jobAt: null, tickAt: null };
}
