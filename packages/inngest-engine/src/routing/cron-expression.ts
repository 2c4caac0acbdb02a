import { CronExpressionParser } from "cron-parser";

/**
 * The first tick after a moment, both in Unix milliseconds. Schedules are read in UTC unless they begin with
 * "TZ=Area/City ". Throws where the expression is no schedule.
 */
export function nextTick(expression: string, afterMs: number): number {
  const zoned = /^TZ=(\S+)\s+(.+)$/.exec(expression.trim());
  const schedule = zoned?.[2] ?? expression;
  const options = { currentDate: new Date(afterMs), tz: zoned?.[1] ?? "UTC" };
  return CronExpressionParser.parse(schedule, options).next().getTime();
}
