import type { StepChange } from "../dispatch/settlement";
import type { Queryable, Tx } from "./connection";
import { storeEvents } from "./events";

/** Events that runs listen for. A row with a step resumes it, one without cancels the run. */

/**
 * Opens the waits of steps that were just written, and sends the events that invoke other functions. In the caller's
 * transaction, which holds the run's row. An event that came before finds nothing: it is missed.
 */
export async function openWaits(
  tx: Tx,
  runId: string,
  changes: readonly StepChange[],
  now: Date,
): Promise<void> {
  const waiting = changes.flatMap(({ stepId, result }) =>
    result.status === "waiting"
      ? [{ runId, stepId, ...result.wait, expiresAt: new Date(result.untilMs) }]
      : [],
  );
  await insertWaits(tx, waiting, now);
  const events = waiting.flatMap(({ sends }) => (sends ? [sends] : []));
  await storeEvents(tx, events, now);
}

export interface NewWait {
  runId: string;
  /** Null: the event cancels the run. */
  stepId: string | null;
  eventName: string;
  condition: string | null;
  matchLabel: string | null;
  /** Events that come later are too late; null: never too late. */
  expiresAt: Date | null;
}

/** Waits of runs that do not exist, such as one that had been started before, are left out. */
export async function insertWaits(tx: Tx, waits: readonly NewWait[], now: Date): Promise<void> {
  if (waits.length === 0) return;
  await tx`
    insert into inngest_engine.waits
      (run_id, step_id, event_name, condition, match_label, started_at, expires_at, since)
    select run.id, w."stepId", w."eventName", w.condition, w."matchLabel", ${now}, w."expiresAt",
      case when w."stepId" is null and run.rerun_of_run_id is null then own.arrival end
    from json_to_recordset(${JSON.stringify(waits)}::text::json)
      as w("runId" text, "stepId" text, "eventName" text, condition text, "matchLabel" text, "expiresAt" timestamptz)
      join inngest_engine.runs run on run.id = w."runId"
      join inngest_engine.events own on own.id = run.event_id`;
}

/** Steps that waited have finished: nothing listens for them any more, and no timeout comes. */
export async function closeWaits(tx: Tx, runId: string, changes: readonly StepChange[]): Promise<void> {
  const finished = changes.filter(
    ({ kind, result }) => (kind === "wait" || kind === "invoke") && result.status !== "waiting",
  );
  if (finished.length === 0) return;
  const stepIds = finished.map(({ stepId }) => stepId);
  await tx`
    with unheard as (
      delete from inngest_engine.waits where run_id = ${runId} and step_id in ${tx(stepIds)}
    )
    delete from inngest_engine.jobs where run_id = ${runId} and kind = 'timeout' and step_id in ${tx(stepIds)}`;
}

/** An event whose waits have not all been looked at. */
export interface WakingEvent {
  id: string;
  name: string;
  payload: string;
  receivedAt: Date;
  /** Orders it against waits: those with a lower id were there before it. */
  arrival: string;
  /** Waits up to this one have been looked at. */
  wakingFrom: string;
}

/** Oldest first, locked until the transaction ends. */
export async function takeWakingEvents(tx: Tx, limit: number): Promise<WakingEvent[]> {
  return await tx<WakingEvent[]>`
    select id, name, payload, received_at as "receivedAt", arrival, waking_from as "wakingFrom"
    from inngest_engine.events where waking_from is not null
    order by arrival limit ${limit} for no key update skip locked`;
}

/** `from` null: all of the event's waits have been looked at. */
export async function moveWaking(
  tx: Tx,
  events: readonly { id: string; from: string | null }[],
): Promise<void> {
  if (events.length === 0) return;
  await tx`
    update inngest_engine.events event set waking_from = moved."from"
    from json_to_recordset(${JSON.stringify(events)}::text::json) as moved(id text, "from" bigint)
    where event.id = moved.id`;
}

export interface FoundWait {
  id: string;
  runId: string;
  stepId: string | null;
  stepKind: "wait" | "invoke" | null;
  functionId: string;
  condition: string | null;
  /** The run's own event; null where no condition asks for it. */
  ownEvent: string | null;
  /** The event came after the wait's time. */
  isOver: boolean;
}

/** Where waits are looked for: with this label, without any, or (slowly) with or without. */
export type Place = { eventName: string } & ({ kind: "label"; label: string } | { kind: "plain" | "every" });

interface Search {
  event: Pick<WakingEvent, "receivedAt" | "arrival" | "wakingFrom">;
  places: readonly Place[];
  limit: number;
}

/**
 * Waits that an event may meet, oldest first: only their conditions remain to be asked. However many runs wait for
 * events of this name, only those under the given places are read.
 */
export function findWaits(db: Queryable, { event, places, limit }: Search) {
  return db<FoundWait[]>`
    with place as materialized (
      select * from json_to_recordset(${JSON.stringify(places)}::text::json)
        as p("eventName" text, kind text, label text)
    ), match as materialized (
      select wait.* from place cross join lateral (
        (select * from inngest_engine.waits heard
        where place.kind = 'label' and heard.event_name = place."eventName" and heard.match_label = place.label
          and heard.id > ${event.wakingFrom} and coalesce(heard.since, heard.id) < ${event.arrival}
        order by heard.id limit ${limit})
        union all
        (select * from inngest_engine.waits heard
        where place.kind = 'plain' and heard.event_name = place."eventName" and heard.match_label is null
          and heard.id > ${event.wakingFrom} and coalesce(heard.since, heard.id) < ${event.arrival}
        order by heard.id limit ${limit})
        union all
        (select * from inngest_engine.waits heard
        where place.kind = 'every' and heard.event_name = place."eventName"
          and heard.id > ${event.wakingFrom} and coalesce(heard.since, heard.id) < ${event.arrival}
        order by heard.id limit ${limit})
      ) wait
      order by wait.id limit ${limit}
    )
    select wait.id, wait.run_id as "runId", wait.step_id as "stepId", step.kind as "stepKind",
      run.function_id as "functionId", wait.condition,
      case when wait.condition is not null then own.payload end as "ownEvent",
      coalesce(wait.expires_at <= ${event.receivedAt}, false) as "isOver"
    from match wait
    join inngest_engine.runs run on run.id = wait.run_id
    join inngest_engine.events own on own.id = run.event_id
    left join inngest_engine.steps step on step.run_id = wait.run_id and step.step_id = wait.step_id
    order by wait.id`;
}

/** Locks the runs that still run, in one order for everybody, and returns their ids. */
export async function lockRunning(tx: Tx, runIds: readonly string[]): Promise<Set<string>> {
  if (runIds.length === 0) return new Set();
  const rows = await tx<{ id: string }[]>`
    select id from inngest_engine.runs where id in ${tx([...runIds])} and status = 'running' order by id for update`;
  return new Set(rows.map(({ id }) => id));
}

/** The result with which a waiting step goes on. */
export interface Resumption {
  runId: string;
  stepId: string;
  status: "done" | "failed";
  data: string | null;
  error: string | null;
}

/**
 * Finishes steps that waited, in the given order, and calls their functions again where nothing else is open: one
 * statement for many runs, whose rows the caller holds. A step that has finished meanwhile stays as it is.
 */
export async function resumeSteps(tx: Tx, resumptions: readonly Resumption[], now: Date): Promise<void> {
  if (resumptions.length === 0) return;
  await tx`
    with input as materialized (
      select g.*, nextval('inngest_engine.step_order') as place
      from json_to_recordset(${JSON.stringify(resumptions)}::text::json)
        as g("runId" text, "stepId" text, status text, data text, error text)
    ), finished as (
      update inngest_engine.steps step
      set status = input.status, data = input.data, error = input.error, finished_order = input.place, ended_at = ${now}
      from input
      where step.run_id = input."runId" and step.step_id = input."stepId" and step.finished_order is null
      returning step.run_id, step.step_id, step.resumes_alone
    ), unheard as (
      delete from inngest_engine.waits wait using finished
      where wait.run_id = finished.run_id and wait.step_id = finished.step_id
    ), untimed as (
      delete from inngest_engine.jobs job using finished
      where job.run_id = finished.run_id and job.step_id = finished.step_id and job.kind = 'timeout'
    ), going as (
      select run_id from finished group by run_id
      having bool_or(resumes_alone) or not exists (
        select 1 from inngest_engine.steps other
        where other.run_id = finished.run_id and other.finished_order is null and not other.resumes_alone
          and not exists (
            select 1 from finished own where own.run_id = other.run_id and own.step_id = other.step_id))
    )
    insert into inngest_engine.jobs (run_id, kind, limit_keys, limits, run_at)
    select run.id, 'run', run.limit_keys, run.limits, ${now}
    from inngest_engine.runs run join going on going.run_id = run.id`;
}
