import { dedupeMs, leaseMs } from "../limits";
import type { Queryable } from "./connection";
import type { NewEvent } from "./events";
import type { NewRun } from "./runs";

/** An event with what it starts, where that is known already. */
export interface Arrival extends NewEvent {
  /** Null: routing it is left to the leader's next pass. */
  starts: (NewRun & { isLeased: boolean })[] | null;
}

export interface IntakeResult {
  /** In the order of the events. One whose sender's id was seen within 24 hours has the first one's id. */
  ids: string[];
  /** Jobs that were leased as they were stored. */
  leased: { jobId: string; runId: string }[];
  /** Whether events are left for the leader to route. */
  isRoutingLeft: boolean;
}

/**
 * Stores events and, for the leader of this epoch, starts their runs in the same statement, some of them leased, so
 * that nothing has to be read again before the app is called. An event that somebody waits for is only stored, since
 * waking takes a transaction of its own, and so is one that comes while others are left to be routed. `epoch` null:
 * another engine leads.
 *
 * Measured (waiting-runs.test.ts): an event, its run and its job are stored in 56 blocks while 100,000 runs sleep, wait or
 * are parked, and in 32 with none. On embedded PostgreSQL 18.4 with 30,000 jobs ready and 30,000 runs waiting, one event
 * takes 1 ms at best and 2 ms in the median of 200, and 50 events take 6 ms and 12 to 26 ms, on two cores busy with other
 * work. Hence the shape: one statement with one commit from the request to the call, since a commit costs more than all
 * its rows; and a limit of one row in each question about earlier events, waits and parked jobs, which keeps it a look
 * into an index.
 */
export async function takeEvents(
  db: Queryable,
  arrivals: readonly Arrival[],
  { epoch, now }: { epoch: number | null; now: Date },
): Promise<IntakeResult> {
  const events = arrivals.map(({ starts, ...event }, at) => ({ at, ...event, isKnown: starts !== null }));
  const runs = JSON.stringify(arrivals.flatMap(({ starts }) => starts ?? []));
  const rows = await db<
    { ids: (string | null)[]; leased: IntakeResult["leased"] | null; isRoutingLeft: boolean }[]
  >`
    with fence as materialized (
      select epoch from inngest_engine.leadership where epoch = ${epoch} for share
    ), input as materialized (
      select * from json_to_recordset(${JSON.stringify(events)}::text::json) as g(at integer, id text, name text,
        payload text, "dedupeKey" text, "onlyFunctionId" text, "isKnown" boolean)
    ), claimed as (
      insert into inngest_engine.event_keys as entry (key, event_id, seen_at)
      select distinct on ("dedupeKey") "dedupeKey", id, ${now}::timestamptz
      from input where "dedupeKey" is not null order by "dedupeKey", at
      on conflict (key) do update set event_id = excluded.event_id, seen_at = excluded.seen_at
        where entry.seen_at <= ${new Date(now.getTime() - dedupeMs)}
      returning key, event_id
    ), stored as (
      insert into inngest_engine.events (id, name, payload, only_function_id, received_at, routed_at)
      select id, name, payload, "onlyFunctionId", ${now}, case when "isKnown" and exists (select from fence)
        -- What comes before it may still start a run that it cancels.
        and (select true from inngest_engine.events earlier where earlier.routed_at is null limit 1) is null
        -- With a limit it stays a look into the index for each event, never a read of all waits.
        and (select true from inngest_engine.waits wait where wait.event_name = input.name limit 1) is null
        then ${now}::timestamptz end
      from input left join claimed on claimed.key = input."dedupeKey"
      where input."dedupeKey" is null or claimed.event_id = input.id
      order by at
      on conflict (id) do nothing
      returning id, routed_at
    ), new_run as materialized (
      select * from json_to_recordset(${runs}::text::json) as r(id text, "functionId" text, "eventId" text,
        "attemptsMax" integer, "limitKeys" text[], limits integer[], labels text[], "startAt" timestamptz,
        "isLeased" boolean)
    ), started as (
      insert into inngest_engine.runs
        (id, function_id, event_id, status, attempts_max, limit_keys, limits, labels, started_at)
      select new_run.id, "functionId", "eventId", 'running', "attemptsMax", "limitKeys", limits, labels, ${now}
      from new_run join stored on stored.id = new_run."eventId" and stored.routed_at is not null
      on conflict (function_id, event_id) where rerun_of_run_id is null do nothing
      returning id, event_id
    ), queued as (
      insert into inngest_engine.jobs
        (run_id, kind, limit_keys, limits, run_at, parked_on, leased_by_epoch, leased_until, dispatch)
      select started.id, 'run', new_run."limitKeys", new_run.limits, new_run."startAt", queue.key,
        case when lease.is_given then ${epoch}::integer end,
        case when lease.is_given then ${new Date(now.getTime() + leaseMs)}::timestamptz end,
        case when lease.is_given then 1 else 0 end
      from started join new_run using (id) join input on input.id = started.event_id
        cross join lateral (
          -- One that starts later comes to its queue only then.
          select min(key) as key from unnest(new_run."limitKeys") as full_up(key)
          where new_run."startAt" <= ${now}
            and (select true from inngest_engine.jobs job where job.parked_on = full_up.key limit 1)
        ) as queue
        cross join lateral (select "isLeased" and queue.key is null as is_given) as lease
      order by input.at
      returning id, run_id, leased_by_epoch
    )
    select
      (select json_agg(case when input."dedupeKey" is null then input.id else claimed.event_id end order by input.at)
        from input left join claimed on claimed.key = input."dedupeKey") as ids,
      (select json_agg(json_build_object('jobId', id::text, 'runId', run_id))
        from queued where leased_by_epoch is not null) as leased,
      exists (select from stored where routed_at is null) as "isRoutingLeft"`;
  const { ids = [], leased = null, isRoutingLeft = false } = rows[0] ?? {};
  const repeatedKeys = arrivals.flatMap(({ dedupeKey }, at) =>
    ids[at] === null && dedupeKey ? [dedupeKey] : [],
  );
  const firstIds = await readFirstIds(db, repeatedKeys);
  return {
    ids: arrivals.map(({ id, dedupeKey }, at) => ids[at] ?? firstIds.get(dedupeKey ?? "") ?? id),
    leased: leased ?? [],
    isRoutingLeft,
  };
}

/** A statement of its own: the one before it does not see what another request committed while it waited. */
async function readFirstIds(db: Queryable, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db<{ key: string; eventId: string }[]>`
    select key, event_id as "eventId" from inngest_engine.event_keys where key in ${db([...keys])}`;
  return new Map(rows.map(({ key, eventId }) => [key, eventId]));
}
