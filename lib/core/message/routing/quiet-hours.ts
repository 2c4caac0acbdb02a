import { CronExpressionParser } from "cron-parser";

/** A person's quiet hours: wall time in their zone, so that they keep their place when clocks change. Pure. */

export interface QuietHours {
  /** An IANA name. */
  timeZone: string;
  /** Minutes of the day. `from` after `until` passes midnight. */
  from: number;
  until: number;
}

/** Null: they have none. */
export const quietHoursOf = ({
  timeZone,
  quietFrom,
  quietUntil,
}: {
  timeZone: string | null;
  quietFrom: number | null;
  quietUntil: number | null;
}): QuietHours | null =>
  timeZone === null || quietFrom === null || quietUntil === null
    ? null
    : { timeZone, from: quietFrom, until: quietUntil };

/** When the quiet hours around `at` end. Null: it is not in any. */
export function quietEndAt(hours: QuietHours | null, at: Date): Date | null {
  if (hours === null || hours.from === hours.until) return null;
  const minute = minuteOfDay(at, hours.timeZone);
  const isQuiet =
    hours.from < hours.until
      ? minute >= hours.from && minute < hours.until
      : minute >= hours.from || minute < hours.until;
  return isQuiet ? nextAt(hours.until, hours.timeZone, at) : null;
}

function minuteOfDay(at: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const of = (type: "hour" | "minute") => Number(parts.find((part) => part.type === type)!.value);
  return of("hour") * 60 + of("minute");
}

/** The next time that clocks show this minute, after `at`. One that the change of clocks skips comes an hour later. */
function nextAt(minuteOfTheDay: number, tz: string, at: Date): Date {
  const pattern = `${minuteOfTheDay % 60} ${Math.floor(minuteOfTheDay / 60)} * * *`;
  return CronExpressionParser.parse(pattern, { tz, currentDate: at }).next().toDate();
}
