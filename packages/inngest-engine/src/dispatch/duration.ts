import { waitMsMax } from "../limits";

const unitMs: Record<string, number> = {
  w: 7 * 24 * 60 * 60_000,
  d: 24 * 60 * 60_000,
  h: 60 * 60_000,
  m: 60_000,
  s: 1_000,
};

/**
 * When a wait ends, in Unix milliseconds. The SDK sends a span ("1d2h30m") or an ISO instant; an instant in the past
 * ends at once. Null where the text is neither, so that the caller can refuse it by name.
 */
export function waitEnd(text: string, nowMs: number): number | null {
  const span = spanMs(text);
  const end = span === null ? Date.parse(text) : nowMs + span;
  return Number.isFinite(end) ? Math.min(Math.max(end, nowMs), nowMs + waitMsMax) : null;
}

/** When a retry-after header lets us call again: whole seconds or an ISO instant; null where it says nothing usable. */
export function retryAfterEnd(header: string | undefined, nowMs: number): number | null {
  if (!header) return null;
  return waitEnd(/^\d+$/.test(header) ? `${header}s` : header, nowMs);
}

/** Null where the text is no span such as "1d2h30m". */
export function spanMs(text: string): number | null {
  if (!/^(\d+[wdhms])+$/.test(text)) return null;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)([wdhms])/g)) {
    total += Number(amount) * (unitMs[unit ?? ""] ?? 0);
  }
  return total;
}
