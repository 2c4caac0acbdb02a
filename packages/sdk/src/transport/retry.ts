import { ApiError, ConnectionError, UnexpectedAnswerError } from "../errors.js";

/** The faults that pass, and how long to wait for that. */

const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 8_000;
/** A longer Retry-After is the caller's to wait for: the error says how long. */
export const RETRY_AFTER_MS_MAX = 60_000;

const PASSING_STATUSES = [408, 425, 429, 500, 502, 503, 504];

/**
 * True for a fault that may be gone a moment later. A certificate that nobody trusts stays one, and so does an approvers'
 * backlog: `too_many_pending` and `approvers_behind` end when people decide.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.fault !== "certificate";
  if (error instanceof UnexpectedAnswerError) return PASSING_STATUSES.includes(error.status);
  return (
    error instanceof ApiError &&
    PASSING_STATUSES.includes(error.status) &&
    error.code !== "too_many_pending" &&
    error.code !== "approvers_behind"
  );
}

/**
 * The pause before the next attempt: doubled each time, with up to half of it left to chance, so that clients that failed
 * together do not come back together. Never shorter than the server asks for. Null: it asks for too long.
 */
export function pauseBefore(retry: number, error: unknown, random: () => number): number | null {
  const asked = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
  if (asked > RETRY_AFTER_MS_MAX) return null;
  const doubled = Math.min(FIRST_PAUSE_MS * 2 ** (retry - 1), PAUSE_MS_MAX);
  const mine = doubled * (0.5 + random() / 2);
  return asked > 0 ? asked + mine / 4 : mine;
}

/** Retry-After in milliseconds: seconds, or a date. Null: absent, or neither. */
export function readRetryAfter(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
