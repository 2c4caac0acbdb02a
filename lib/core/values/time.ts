/** A time as a row gives it (a Date from Drizzle's own selects, text from hand-written SQL), or milliseconds since 1970. */
export type Time = Date | string | number;

/** As the contract writes it: ISO 8601, UTC. No time stays null. */
export function isoOf(time: Time): string;
export function isoOf(time: Time | null | undefined): string | null;
export function isoOf(time: Time | null | undefined): string | null {
  return time === null || time === undefined
    ? null
    : (time instanceof Date ? time : new Date(time)).toISOString();
}
