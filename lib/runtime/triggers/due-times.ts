import { CronExpressionParser } from "cron-parser";
import type { TriggerDefinition } from "@/lib/runtime/definitions/definition";

/** When schedules were due last. */

/** A time that passed while nothing ran is caught up with within this span, and once: the last one alone. */
const CATCH_UP_MS = 24 * 3_600_000;
const SHORT_MS = 2 * 3_600_000;
const KEPT_MAX = 5_000;

/** How far one schedule was followed. */
interface Followed {
  times: { next(): { toDate(): Date } };
  at: Date;
  last: Date | null;
  next: Date;
}

/**
 * By schedule, zone and workflow. Looked for again each minute, a time on 29 February takes 40 ms, and twelve hours of every minute take
 * 400 ms; followed from minute to minute both take next to nothing.
 */
const kept = new Map<string, Followed>();

/**
 * The last time of the schedule, where it came not too long ago. Looked for forwards: on the nights on which clocks change, the
 * library's way back skips a time, or gives one twice. The `H` of a version from before such marks were refused stands for a number of
 * the workflow's own, always the same.
 */
export function lastDue(
  { schedule, timezone }: TriggerDefinition,
  now: Date,
  workflowId: number,
): Date | null {
  if (schedule === undefined) return null;
  const options = { tz: timezone ?? "UTC", hashSeed: `workflow ${workflowId}` };
  const name = JSON.stringify([schedule, options]);
  const before = kept.get(name);
  const canGoOn = before && now >= before.at && now.getTime() - before.at.getTime() <= CATCH_UP_MS;
  const followed = canGoOn ? goOn(before, now) : begin(schedule, options, now);
  if (!kept.has(name) && kept.size >= KEPT_MAX) kept.clear();
  kept.set(name, followed);
  const { last } = followed;
  return last && now.getTime() - last.getTime() <= CATCH_UP_MS ? last : null;
}

function begin(schedule: string, options: { tz: string; hashSeed: string }, now: Date): Followed {
  const from = (spanMs: number) => {
    const at = new Date(now.getTime() - spanMs);
    const times = CronExpressionParser.parse(schedule, { ...options, currentDate: at });
    return goOn({ times, at, last: null, next: times.next().toDate() }, now);
  };
  // A schedule of many times an hour has one within the shorter span.
  const short = from(SHORT_MS);
  return short.last ? short : from(CATCH_UP_MS);
}

function goOn({ times, last, next }: Followed, now: Date): Followed {
  let [newest, coming] = [last, next];
  for (; coming <= now; coming = times.next().toDate()) newest = coming;
  return { times, at: now, last: newest, next: coming };
}
