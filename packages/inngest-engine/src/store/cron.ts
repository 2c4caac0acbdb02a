import type { Db, Queryable } from "./connection";
import { type NewEvent, storeEvents } from "./events";

export interface CronRow {
  functionId: string;
  expression: string;
  nextAt: Date;
}

/**
 * Makes the stored schedules those of the app: new ones start at their given tick, known ones keep theirs (a tick that
 * fell due while nothing ran is still owed), vanished ones go.
 */
export async function replaceCrons(db: Db, crons: readonly CronRow[]): Promise<void> {
  const rows = JSON.stringify(crons);
  await db.begin(async (tx) => {
    await tx`
      insert into inngest_engine.crons (function_id, expression, next_at)
      select c."functionId", c.expression, c."nextAt"
      from json_to_recordset(${rows}::text::json) as c("functionId" text, expression text, "nextAt" timestamptz)
      on conflict (function_id, expression) do nothing`;
    await tx`
      delete from inngest_engine.crons cron where not exists (
        select 1 from json_to_recordset(${rows}::text::json) as c("functionId" text, expression text)
        where c."functionId" = cron.function_id and c.expression = cron.expression)`;
  });
}

/** Earliest first. */
export async function listCrons(db: Queryable): Promise<CronRow[]> {
  return await db<CronRow[]>`
    select function_id as "functionId", expression, next_at as "nextAt"
    from inngest_engine.crons order by next_at, function_id, expression`;
}

/** Fires one tick: its event and the step to the next tick are one transaction, and only one caller wins it. */
export async function fireCron(
  db: Db,
  options: { cron: CronRow; following: Date; event: NewEvent; now: Date },
): Promise<"fired" | "already_fired"> {
  const { cron, following, event, now } = options;
  return await db.begin(async (tx) => {
    const won = await tx`
      update inngest_engine.crons set next_at = ${following}
      where function_id = ${cron.functionId} and expression = ${cron.expression} and next_at = ${cron.nextAt}
      returning function_id`;
    if (won.length === 0) return "already_fired";
    await storeEvents(tx, [event], now);
    return "fired";
  });
}
