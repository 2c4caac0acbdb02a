const SECONDS_MAX = 24 * 3_600;
/** RFC 9110: `Sun, 06 Nov 1994 08:49:37 GMT`. The two older forms are ignored. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The wait that a Retry-After header asks for, in seconds, at most a day.
 * @param now Absent: only the form in seconds is read; a date needs a clock.
 * @returns null without a header that can be read.
 */
export function readRetryAfter(header: string | undefined, now?: Date): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text), SECONDS_MAX);
  if (!now || !HTTP_DATE.test(text)) return null;
  const seconds = (Date.parse(text) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), SECONDS_MAX);
}
