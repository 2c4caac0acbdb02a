import type { StepChange } from "../dispatch/settlement";
import { toRunError } from "../dispatch/answer";
import type { Expression } from "../expressions/expression";
import { parseExpression } from "../expressions/expression";
import type { Judge } from "../expressions/judge";
import { correlationLabel, labelsOf } from "../expressions/labels";
import { functionFinished, invokedRunEnded } from "../internal-events";
import { eventsWokenPerPass, expressionsCachedMax, waitsSeenPerPass } from "../limits";
import type { Log } from "../log";
import type { Db, Tx } from "../store/connection";
import { endRun } from "../store/run-end";
import { goOn, readProgress, writeSteps } from "../store/steps";
import type { FoundWait, Place, WakingEvent } from "../store/waits";
import { findWaits, listOpenWaits, lockRunning, moveWaking, takeWakingEvents } from "../store/waits";

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
  // What an earlier leader left comes first.
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
  let room = waitsSeenPerPass;
  for (const event of events) {
    if (room === 0) break;
    const parsed = JSON.parse(event.payload) as unknown;
    const waits = await findWaits(tx, { event, places: placesOf(event, parsed), limit: room });
    for (const wait of waits) {
      // The first of two events for one wait resolves it.
      if (!matches.has(wait.id) && isMetBy(wait, parsed, options.judge, conditions)) {
        matches.set(wait.id, { wait, eventId: event.id, event: parsed });
      }
    }
    moved.push({ id: event.id, from: waits.length < room ? null : (waits.at(-1)?.id ?? null) });
    room -= waits.length;
  }
  await resolve(tx, [...matches.values()], options);
  await moveWaking(tx, moved);
  return events.length;
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

/** Everything that a run's waits were met by, run by run; each under the lock of its row, taken in one order. */
async function resolve(tx: Tx, matches: readonly Match[], { now, log }: Options): Promise<void> {
  const running = await lockRunning(tx, [...new Set(matches.map(({ wait }) => wait.runId))]);
  const open = await listOpenWaits(
    tx,
    matches.map(({ wait }) => wait.id),
  );
  const at = new Date(now());
  for (const runId of running) {
    const own = matches.filter(({ wait }) => wait.runId === runId && open.has(wait.id));
    const cancelling = own.find(({ wait }) => wait.stepId === null);
    if (cancelling) {
      await endRun(tx, runId, { status: "cancelled" }, at);
      log("info", "an event cancelled a run", { runId, eventId: cancelling.eventId });
    } else if (own.length > 0) {
      await resume(tx, runId, own, at);
    }
  }
}

async function resume(tx: Tx, runId: string, matches: readonly Match[], now: Date): Promise<void> {
  const changes = matches.map((match) => toChange(match, now.getTime()));
  const written = await writeSteps(tx, runId, changes, now);
  const { open } = await readProgress(tx, runId);
  await goOn(tx, runId, { finished: written.filter(({ isFinished }) => isFinished), open, now });
}

function toChange({ wait, event }: Match, nowMs: number): StepChange {
  return {
    stepId: wait.stepId ?? "",
    name: "",
    kind: wait.stepKind ?? "wait",
    result: wait.stepKind === "invoke" ? invokeResult(event) : { status: "done", data: event },
    resumesAlone: false,
    startedAtMs: null,
    endedAtMs: nowMs,
  };
}

/** What an invoked run ended with, out of the event that tells of it. */
function invokeResult(event: unknown): StepChange["result"] {
  const { error, result } = dataOf(event);
  if (error !== undefined) return { status: "failed", error: toRunError(error) };
  return { status: "done", data: result ?? null };
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
  const known = new Map<string, Expression | null>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const parsed = parseExpression(text, ["event", "async"]);
    const condition = "expression" in parsed ? parsed.expression : null;
    if (known.size >= expressionsCachedMax) known.clear();
    known.set(text, condition);
    return condition;
  };
}
