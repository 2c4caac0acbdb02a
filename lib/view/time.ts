/** Times as people say them. Pure: "now" always comes in, in milliseconds since 1970. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this a countdown is hot: it is the next thing to lapse. */
export const HOT_MS = 2 * HOUR;

/** `3 s`, `4 min`, `6 h 12 min`, `2 d 4 h`: at most two units. */
export function durationText(ms: number): string {
  const span = Math.max(0, ms);
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < DAY) return pair(Math.floor(span / HOUR), "h", Math.floor((span % HOUR) / MINUTE), "min");
  return pair(Math.floor(span / DAY), "d", Math.floor((span % DAY) / HOUR), "h");
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** Milliseconds that a measurement took: `840 ms`, `3.2 s`, `1 min 30 s`, from an hour on as durationText. */
export function measuredText(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms >= HOUR) return durationText(ms);
  const seconds = Math.round(ms / SECOND);
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? "" : ` ${rest} s`}`;
}

const steps = [
  // Not 30: durationText says no seconds beside minutes.
  ...[1, 2, 5, 10, 15].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
];

/** The marks of an axis that reaches `maxMs`: from 0 on, at most five, in round steps of seconds, minutes, hours or days. */
export function durationTicks(maxMs: number): number[] {
  const step = steps.find((span) => span * 4 >= maxMs) ?? Math.ceil(maxMs / 4 / DAY) * DAY;
  const count = Math.max(1, Math.ceil(maxMs / step));
  return Array.from({ length: count + 1 }, (_, place) => place * step);
}

/** The time that is left: shorter than durationText where it must fit a card's corner, to the second in the last ten minutes. */
export function countdownText(msLeft: number): string {
  if (msLeft <= 0) return "expired";
  if (msLeft < 10 * MINUTE) {
    const seconds = Math.floor((msLeft % MINUTE) / SECOND);
    return `${Math.floor(msLeft / MINUTE)}:${String(seconds).padStart(2, "0")} min`;
  }
  if (msLeft < HOUR) return `${Math.floor(msLeft / MINUTE)} min`;
  if (msLeft < 10 * HOUR)
    return pair(Math.floor(msLeft / HOUR), "h", Math.floor((msLeft % HOUR) / MINUTE), "m");
  if (msLeft < 2 * DAY) return `${Math.floor(msLeft / HOUR)} h`;
  return `${Math.floor(msLeft / DAY)} d`;
}

/** `just now`, `3 s ago`, `6 h 12 min ago`; a future time reads `in 5 min`. */
export function relativeText(iso: string, now: number): string {
  const ms = now - Date.parse(iso);
  // Clocks disagree by moments: what just happened never "happens in 1 s".
  if (ms < SECOND && ms > -MINUTE) return "just now";
  return ms >= 0 ? `${durationText(ms)} ago` : `in ${durationText(-ms)}`;
}

/** Made when it is first asked for: that takes longer than all else of a page's times together. */
let exact: Intl.DateTimeFormat | undefined;

/** In the viewer's own time zone, named. Call it only after mount: server and browser sit in different zones. */
export function exactText(iso: string): string {
  exact ??= new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  });
  return exact.format(new Date(iso));
}

/** `14:04:11` today, `20 Nov 14:04` otherwise. The viewer's time zone, so after mount only. */
export function clockText(iso: string, now: number): string {
  const at = new Date(iso);
  const day = at.toDateString();
  const time = at.toTimeString();
  // `Fri Nov 20 2026` and `14:04:11 GMT+0100 (…)`, the same in every browser.
  const [, month, date] = day.split(" ");
  return new Date(now).toDateString() === day
    ? time.slice(0, 8)
    : `${Number(date)} ${month} ${time.slice(0, 5)}`;
}

/** The same in UTC: what server and browser agree on before mount. */
export function utcText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}
