import { toRunError } from "../dispatch/answer";
import { type Expression, parseExpression } from "../expressions/expression";
import type { Judge } from "../expressions/judge";
import { correlationLabel, labelsOf } from "../expressions/labels";
import { functionFinished, invokedRunEnded } from "../internal-events";
import { eventsWokenPerPass, expressionsCachedMax, waitsSeenPerPass } from "../limits";
import type { Log } from "../log";
import type { Db, Tx } from "../store/connection";
import { endRun } from "../store/run-end";
import {
  type FoundWait,
  type Place,
  type Resumption,
  type WakingEvent,
  findWaits,
  lockRunning,
  moveWaking,
  resumeSteps,
  takeWakingEvents,
} from "../store/waits";

interface Options {
  db: Db;
  now: () => number;
  judge: Judge;
  log: Log;
}

/**
 * Brings events to the runs that wait for them. Called once a round with how many events were routed in it; returns how
 * many events it looked at, so that the next round follows while there is more.
 */
export function createWaker(options: Options): (routed: number) => Promise<number> {
  const conditions = createConditions();
  // An earlier leader may have left some.
  let mayHaveWork = true;
  return async (routed) => {
    if (routed > 0) mayHaveWork = true;
    if (!mayHaveWork) return 0;
    const woken = await options.db.begin(async (tx) => await wake(tx, options, conditions));
    mayHaveWork = woken > 0;
    return woken;
  };
}

interface Match {
  wait: FoundWait;
  eventId: string;
  event: unknown;
}

/**
 * One transaction: a bounded number of waits is looked at, those that are met are resolved. An event with more waits
 * than that comes again, and goes on behind the last one.
 */
async function wake(tx: Tx, options: Options, conditions: Conditions): Promise<number> {
  const events = await takeWakingEvents(tx, eventsWokenPerPass);
  const matches = new Map<string, Match>();
  const moved: { id: string; from: string | null }[] = [];
  const share = Math.ceil(waitsSeenPerPass / Math.max(1, events.length));
  const looks = await Promise.all(events.map((event) => look(tx, event, share)));
  for (const { event, parsed, waits } of looks) {
    for (const wait of waits) {
      // The first of two events for one wait resolves it.
      if (!matches.has(wait.id) && isMetBy(wait, parsed, options.judge, conditions)) {
        matches.set(wait.id, { wait, eventId: event.id, event: parsed });
      }
    }
    moved.push({ id: event.id, from: waits.length < share ? null : (waits.at(-1)?.id ?? null) });
  }
  await resolve(tx, [...matches.values()], options);
  await moveWaking(tx, moved);
  return events.length;
}

async function look(tx: Tx, event: WakingEvent, limit: number) {
  const parsed = JSON.parse(event.payload) as unknown;
  const waits = await findWaits(tx, { event, places: placesOf(event, parsed), limit });
  return { event, parsed, waits };
}

/** Where waits for this event can be. */
function placesOf({ name }: WakingEvent, parsed: unknown): Place[] {
  const places: Place[] = [];
  const correlation = name === functionFinished ? correlationOf(parsed) : null;
  if (correlation !== null) {
    places.push({ kind: "label", eventName: invokedRunEnded, label: correlationLabel(correlation) });
  }
  const labels = labelsOf(parsed);
  if (labels === null) return [...places, { kind: "every", eventName: name }];
  for (const label of labels) places.push({ kind: "label", eventName: name, label });
  return [...places, { kind: "plain", eventName: name }];
}

function isMetBy(wait: FoundWait, event: unknown, judge: Judge, conditions: Conditions): boolean {
  if (wait.isOver) return false;
  if (wait.condition === null) return true;
  const condition = conditions(wait.condition);
  const own = JSON.parse(wait.ownEvent ?? "null") as unknown;
  return condition !== null && judge(condition, { event: own, async: event }, wait.functionId);
}

/** Everything that was met, under the locks of the runs' rows, which are taken in one order. */
async function resolve(tx: Tx, matches: readonly Match[], { now, log }: Options): Promise<void> {
  const running = await lockRunning(tx, [...new Set(matches.map(({ wait }) => wait.runId))]);
  const at = new Date(now());
  const cancelled = new Set<string>();
  for (const { wait, eventId } of matches) {
    const { runId } = wait;
    if (wait.stepId !== null || !running.has(runId) || cancelled.has(runId)) continue;
    cancelled.add(runId);
    await endRun(tx, runId, { status: "cancelled" }, at);
    log("info", "an event cancelled a run", { runId, eventId });
  }
  const resumptions = matches.flatMap(({ wait: { runId, stepId, stepKind }, event }) =>
    stepId === null || !running.has(runId) || cancelled.has(runId)
      ? []
      : [{ runId, stepId, ...(stepKind === "invoke" ? invokeResult(event) : done(event)) }],
  );
  await resumeSteps(tx, resumptions, at);
}

type Result = Pick<Resumption, "status" | "data" | "error">;

function done(data: unknown): Result {
  return { status: "done", data: JSON.stringify(data), error: null };
}

/** The result of an invoked run, from the event about its end. */
function invokeResult(event: unknown): Result {
  const { error, result } = dataOf(event);
  if (error === undefined) return done(result ?? null);
  return { status: "failed", data: null, error: JSON.stringify(toRunError(error)) };
}

function correlationOf(event: unknown): string | null {
  const { correlation_id: correlation } = dataOf(event);
  return typeof correlation === "string" ? correlation : null;
}

function dataOf(event: unknown): Record<string, unknown> {
  return (event as { data?: Record<string, unknown> }).data ?? {};
}

type Conditions = (text: string) => Expression | null;

/** Conditions were read when their waits began; thousands of runs share few texts. */
function createConditions(): Conditions {
  const conditions = new Map<string, Expression | null>();
  return (text) => {
    const cached = conditions.get(text);
    if (cached !== undefined) return cached;
    const parsed = parseExpression(text, ["event", "async"]);
    const condition = "expression" in parsed ? parsed.expression : null;
    if (conditions.size >= expressionsCachedMax) conditions.clear();
    conditions.set(text, condition);
    return condition;
  };
}
