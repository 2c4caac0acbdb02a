import type { EngineFunction } from "../app/function-config";
import { type Expression, keyText } from "../expressions/expression";
import type { Judge } from "../expressions/judge";
import { keyOf } from "../ids";
import { functionFinished } from "../internal-events";
import { eventsRoutedPerPass } from "../limits";
import type { Db, Tx } from "../store/connection";
import {
  type NewEvent,
  type PendingEvent,
  hasUnroutedEvents,
  markRouted,
  storeEvents,
  takeUnroutedEvents,
} from "../store/events";
import { type NewRun, type StartingRun, claimIdempotencyKey, startRuns } from "../store/runs";
import { notStarted, withInvoker } from "./invocation";
import { matchesName } from "./event-names";
import { newRun } from "./new-run";

interface Routing {
  /** Unix milliseconds. */
  now: () => number;
  judge: Judge;
  /** Told of the runs that started. */
  queued: (runs: readonly Pick<NewRun, "eventId" | "limitKeys">[]) => void;
}

/** Starts the runs of waiting events, oldest first. Returns how many events it took; zero means that none waits. */
export async function routeEvents(
  db: Db,
  functions: readonly EngineFunction[],
  { now: clock, judge, queued }: Routing,
): Promise<number> {
  if (!(await hasUnroutedEvents(db))) return 0;
  const runs: StartingRun[] = [];
  const routed = await db.begin(async (tx) => {
    const events = await takeUnroutedEvents(tx, eventsRoutedPerPass);
    if (events.length === 0) return 0;
    // Only now: an earlier look at the clock would be older than an event that came since.
    const nowMs = clock();
    const now = new Date(nowMs);
    const unstarted: NewEvent[] = [];
    for (const pending of events) {
      const event = JSON.parse(pending.payload) as unknown;
      for (const target of functions) {
        if (!startsOn(target, pending, (condition) => judge(condition, { event }, target.id))) continue;
        if (await isRepeat(tx, target, event, now)) {
          unstarted.push(...notStarted(pending, event, "repeat", nowMs));
          continue;
        }
        runs.push(withInvoker(newRun(target, { eventId: pending.id, event, nowMs }), pending, event));
      }
      if (!functions.some(({ id }) => id === pending.onlyFunctionId)) {
        unstarted.push(...notStarted(pending, event, "unknown", nowMs));
      }
    }
    await startRuns(tx, runs, now);
    await storeEvents(tx, unstarted, now);
    await markRouted(
      tx,
      events.map((event) => event.id),
      now,
    );
    return events.length;
  });
  queued(runs.map(({ run }) => run));
  return routed;
}

export function startsOn(
  target: EngineFunction,
  pending: Pick<PendingEvent, "name" | "onlyFunctionId">,
  isMet: (condition: Expression) => boolean,
): boolean {
  if (pending.onlyFunctionId !== null) return pending.onlyFunctionId === target.id;
  return target.triggers.some(
    ({ event, condition }) => matchesName(event, pending.name) && (!condition || isMet(condition)),
  );
}

/** Such events are many and sent only where somebody listens. */
export function listensToFinished({ triggers }: EngineFunction): boolean {
  return triggers.some(({ event }) => matchesName(event, functionFinished));
}

/** An event that lacks the idempotency field is never a repeat: losing it would be worse than running it twice. */
async function isRepeat(tx: Tx, target: EngineFunction, event: unknown, now: Date): Promise<boolean> {
  if (!target.idempotency) return false;
  const text = keyText(target.idempotency, event, now.getTime());
  return text !== null && !(await claimIdempotencyKey(tx, keyOf(target.id, text), now));
}
