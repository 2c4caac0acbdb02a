import { functionFinished } from "../internal-events";
import { type Log, messageOf } from "../log";
import type { Db, Queryable, Tx } from "./connection";

export interface NewEvent {
  id: string;
  name: string;
  /** Canonical JSON of the whole event, as the app will get it. */
  payload: string;
  /** The sender's own id hashed with nothing else: the same one within 24 hours starts nothing again. */
  dedupeKey: string | null;
  onlyFunctionId: string | null;
}

export interface PendingEvent {
  id: string;
  name: string;
  payload: string;
  onlyFunctionId: string | null;
}

/** Part of a caller's transaction. An id that exists already (a repeated request) is left as it is. */
export async function storeEvents(tx: Queryable, events: readonly NewEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  await tx`
    insert into inngest_engine.events (id, name, payload, only_function_id, received_at)
    select e.id, e.name, e.payload, e."onlyFunctionId", ${now}
    from json_to_recordset(${JSON.stringify(events)}::text::json)
      as e(id text, name text, payload text, "onlyFunctionId" text)
    on conflict (id) do nothing`;
}

/** One cheap look, so that the many passes that find no event need no transaction. */
export async function hasUnroutedEvents(db: Queryable): Promise<boolean> {
  const rows = await db<{ hasAny: boolean }[]>`
    select exists (select 1 from inngest_engine.events where routed_at is null) as "hasAny"`;
  return rows[0]?.hasAny ?? false;
}

/** The oldest events that have started nothing yet, locked until the transaction ends. */
export async function takeUnroutedEvents(tx: Tx, limit: number): Promise<PendingEvent[]> {
  return await tx<PendingEvent[]>`
    select id, name, payload, only_function_id as "onlyFunctionId"
    from inngest_engine.events where routed_at is null
    order by received_at, id limit ${limit} for update skip locked`;
}

/** Events that runs may wait for are left to be looked at once more, wait by wait. */
export async function markRouted(tx: Tx, eventIds: readonly string[], now: Date): Promise<void> {
  await tx`
    update inngest_engine.events event set routed_at = ${now}, waking_from = case
      when event.name = ${functionFinished} then 0
      when (select true from inngest_engine.waits wait where wait.event_name = event.name limit 1) then 0 end
    where event.id in ${tx([...eventIds])}`;
}

/**
 * Wakes the leading engine where it is another process; called after the events are committed. A lost wake-up costs
 * one poll of the leader, so it is no reason to tell the sender that its events failed.
 */
export async function notifyLeader(db: Db, log: Log): Promise<void> {
  await db`select pg_notify('inngest_engine_wake', '')`.catch((error: unknown) => {
    log("warn", "cannot wake the leader", { problem: messageOf(error) });
  });
}

/** Runs `wake` whenever another engine stored events. Listening survives a lost connection. */
export async function listenForEvents(db: Db, wake: () => void): Promise<() => Promise<void>> {
  const subscription = await db.listen("inngest_engine_wake", wake);
  return async () => void (await subscription.unlisten());
}
