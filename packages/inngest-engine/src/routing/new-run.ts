import type { EngineFunction } from "../app/function-config";
import { waitEnd } from "../dispatch/duration";
import { keyText } from "../expressions/expression";
import { liftLabel } from "../expressions/labels";
import { keyOf, ulid } from "../ids";
import { futureMsMin } from "../limits";
import type { NewRun, StartingRun } from "../store/runs";
import { runLabels } from "./run-labels";

/** A run that begins, with the events that may cancel it. */
export function newRun(
  target: EngineFunction,
  { eventId, event, nowMs }: { eventId: string; event: unknown; nowMs: number },
): StartingRun {
  const runId = ulid(nowMs);
  const run: NewRun = {
    id: runId,
    functionId: target.id,
    eventId,
    labels: runLabels(event),
    attemptsMax: target.attemptsMax,
    limitKeys: target.concurrency.map(({ key }) =>
      key ? keyOf(target.id, key.text, keyText(key, event, nowMs) ?? "") : keyOf(target.id),
    ),
    limits: target.concurrency.map(({ limit }) => limit),
    startAt: new Date(startOf(event, nowMs)),
    invokedByRunId: null,
    invokedByStepId: null,
    rerunOfRunId: null,
  };
  const cancelOn = target.cancelOn.map(({ event: eventName, condition, timeout }) => ({
    runId,
    stepId: null,
    eventName,
    condition: condition?.text ?? null,
    matchLabel: condition && liftLabel(condition, event, nowMs),
    expiresAt: endOf(timeout, nowMs),
  }));
  return { run, cancelOn };
}

/** An event stamped with a later time starts its runs then. */
function startOf(event: unknown, nowMs: number): number {
  const { ts } = event as { ts?: unknown };
  return typeof ts === "number" && ts - nowMs >= futureMsMin ? ts : nowMs;
}

function endOf(timeout: string | null, nowMs: number): Date | null {
  const endMs = timeout === null ? null : waitEnd(timeout, nowMs);
  return endMs === null ? null : new Date(endMs);
}
