import { canonicalJson } from "../app/canonical";
import { nextTick } from "./cron-expression";
import type { EngineFunction } from "../app/function-config";
import { ulidOf } from "../ids";
import type { Db } from "../store/connection";
import { type CronRow, fireCron, listCrons, replaceCrons } from "../store/cron";
import type { NewEvent } from "../store/events";

export type CronClock = ReturnType<typeof createCronClock>;

/** Ticks by the engine's clock. A schedule that missed several ticks while nothing ran fires once, for the first of them. */
export function createCronClock(db: Db, now: () => number) {
  let crons: CronRow[] = [];
  return {
    /** Takes over the app's schedules after a sync. */
    replace: async (functions: readonly EngineFunction[]): Promise<void> => {
      const schedules = functions.flatMap((target) =>
        target.crons.map((expression) => ({
          functionId: target.id,
          expression,
          nextAt: new Date(nextTick(expression, now())),
        })),
      );
      await replaceCrons(db, schedules);
      crons = await listCrons(db);
    },
    /** Fires the ticks that are due and returns how many there were. */
    fireDue: async (): Promise<number> => {
      const nowMs = now();
      const due = crons.filter((cron) => cron.nextAt.getTime() <= nowMs);
      for (const cron of due) {
        const following = new Date(nextTick(cron.expression, nowMs));
        await fireCron(db, { cron, following, event: tickEvent(cron, nowMs), now: new Date(nowMs) });
      }
      if (due.length > 0) crons = await listCrons(db);
      return due.length;
    },
  };
}

function tickEvent(cron: CronRow, nowMs: number): NewEvent {
  const tickMs = cron.nextAt.getTime();
  const id = ulidOf(tickMs, "cron", cron.functionId, cron.expression);
  const name = "inngest/scheduled.timer";
  const data = {
    cron: cron.expression,
    scheduledAt: cron.nextAt.toISOString(),
    fireAt: new Date(nowMs).toISOString(),
  };
  const payload = canonicalJson({ id, name, ts: tickMs, data, user: {} });
  return { id, name, payload, dedupeKey: null, onlyFunctionId: cron.functionId };
}
