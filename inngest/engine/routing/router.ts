import type { EngineFunction } from "../app/function-config";
import type { Expression } from "../expressions/expression";
import { keyText } from "../expressions/expression";
import type { Judge } from "../expressions/judge";
import { keyOf, ulid } from "../ids";
import { eventsRoutedPerPass } from "../limits";
import type { Db, Tx } from "../store/connection";
import type { PendingEvent } from "../store/events";
import { hasUnroutedEvents, markRouted, takeUnroutedEvents } from "../store/events";
import type { NewRun } from "../store/runs";
import { claimIdempotencyKey, insertRuns } from "../store/runs";
import { runLabels } from "./run-labels";

interface Routing {
  nowMs: number;
  judge: Judge;
  /** Told the limits of the runs that started: one may have been queued just as the last of its queue went. */
  queued: (limitKeys: readonly string[]) => void;
}

/** Starts the runs of waiting events, oldest first. Returns how many events it took; zero means that none waits. */
export async function routeEvents(
  db: Db,
  functions: readonly EngineFunction[],
  { nowMs, judge, queued }: Routing,
): Promise<number> {
  if (!(await hasUnroutedEvents(db))) return 0;
  const now = new Date(nowMs);
  const runs: NewRun[] = [];
  const routed = await db.begin(async (tx) => {
    const events = await takeUnroutedEvents(tx, eventsRoutedPerPass);
    if (events.length === 0) return 0;
    for (const pending of events) {
      const event = JSON.parse(pending.payload) as unknown;
      for (const target of functions) {
        if (!startsOn(target, pending, (condition) => judge(condition, { event }, target.id))) continue;
        if (await isRepeat(tx, target, event, now)) continue;
        runs.push(newRun(target, pending.id, event, nowMs));
      }
    }
    await insertRuns(tx, runs, now);
    await markRouted(
      tx,
      events.map((event) => event.id),
      now,
    );
    return events.length;
  });
  for (const { limitKeys } of runs) queued(limitKeys);
  return routed;
}

function startsOn(
  target: EngineFunction,
  pending: PendingEvent,
  isMet: (condition: Expression) => boolean,
): boolean {
  if (pending.onlyFunctionId !== null) return pending.onlyFunctionId === target.id;
  return target.triggers.some(
    ({ event, condition }) => matchesName(event, pending.name) && (!condition || isMet(condition)),
  );
}

/** A trigger may end in a star: "order/*" listens to every event whose name begins with "order/". */
function matchesName(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** An event that lacks the idempotency field is never a repeat: losing it would be worse than running it twice. */
async function isRepeat(tx: Tx, target: EngineFunction, event: unknown, now: Date): Promise<boolean> {
  if (!target.idempotency) return false;
  const text = keyText(target.idempotency, event, now.getTime());
  return text !== null && !(await claimIdempotencyKey(tx, keyOf(target.id, text), now));
}

function newRun(target: EngineFunction, eventId: string, event: unknown, nowMs: number): NewRun {
  return {
    id: ulid(nowMs),
    functionId: target.id,
    eventId,
    labels: runLabels(event),
    attemptsMax: target.attemptsMax,
    limitKeys: target.concurrency.map(({ key }) =>
      key ? keyOf(target.id, key.text, keyText(key, event, nowMs) ?? "") : keyOf(target.id),
    ),
    limits: target.concurrency.map(({ limit }) => limit),
  };
}
