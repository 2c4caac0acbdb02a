import { ApiError } from "../errors.js";
import { pause } from "./pause.js";
import { isPassing } from "./retry.js";

/** Waiting for an end that people bring about, over as many requests and broken connections as it takes. */

export interface WaitOptions<View = unknown> {
  /** Ten minutes without it. */
  timeoutMs?: number;
  /** Ends the wait: it rejects with the signal's reason. Nothing is withdrawn. */
  signal?: AbortSignal;
  /** Called with the first view, and with each that differs from the one before. */
  onChange?: (view: View) => void;
}

export const WAIT_TIMEOUT_MS = 10 * 60_000;
/** Under the 55 s that the API takes, and the 60 s after which many a proxy hangs up. */
const TURN_SECONDS = 45;
/** Between two answers that show the same, should a proxy answer in the server's place. */
const SAME_ANSWER_PAUSE_MS = 1_000;
const FAULT_PAUSE_MS_MAX = 10_000;
/** So much longer than the wait itself may its last request take. */
const GRACE_MS = 2_000;

/** One request of a wait. */
export interface Turn {
  /** Above 0 the server answers at the next change. */
  waitSeconds: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** Such a request, as the transport takes it: the wait itself sees to repetitions. */
export const inTurn = ({ waitSeconds, timeoutMs, signal }: Turn) => ({
  ...(waitSeconds > 0 ? { query: { wait: waitSeconds }, waitSeconds } : {}),
  timeoutMs,
  signal,
  retriesMax: 0,
});

export interface AwaitedView<View> {
  read: (turn: Turn) => Promise<View>;
  isOver: (view: View) => boolean;
  /** The time between two looks, for what has no wait of its own on the server. */
  pollMs?: number;
}

/**
 * The view that ends the wait, or the latest one when the time is up. A passing fault ends nothing while time is left.
 * @throws the fault, where no view came in time or the fault will not pass; the signal's reason.
 */
export async function waitFor<View>(
  waiting: AwaitedView<View>,
  options: WaitOptions<View> = {},
): Promise<View> {
  const { timeoutMs = WAIT_TIMEOUT_MS, signal, onChange } = options;
  const deadline = Date.now() + timeoutMs;
  const leftMs = () => Math.max(0, deadline - Date.now());
  let latest: { view: View; text: string } | null = null;
  let faults = 0;
  for (;;) {
    const startedAt = Date.now();
    const waits = latest !== null && waiting.pollMs === undefined;
    const waitSeconds = waits ? Math.min(TURN_SECONDS, Math.floor(leftMs() / 1_000)) : 0;
    try {
      const view = await waiting.read({ waitSeconds, timeoutMs: leftMs() + GRACE_MS, signal });
      faults = 0;
      const text = JSON.stringify(view);
      const isSame: boolean = latest?.text === text;
      latest = { view, text };
      if (!isSame) onChange?.(view);
      if (waiting.isOver(view) || leftMs() === 0) return view;
      const isHasty = isSame && Date.now() - startedAt < SAME_ANSWER_PAUSE_MS;
      await pause(Math.min(waiting.pollMs ?? (isHasty ? SAME_ANSWER_PAUSE_MS : 0), leftMs()), signal);
    } catch (error) {
      if (signal?.aborted || !isPassing(error)) throw error;
      if (leftMs() === 0) {
        if (latest === null) throw error;
        return latest.view;
      }
      faults += 1;
      const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
      const mineMs = Math.min(500 * 2 ** Math.min(faults, 10), FAULT_PAUSE_MS_MAX);
      await pause(Math.min(Math.max(askedMs, mineMs), leftMs()), signal);
    }
  }
}
