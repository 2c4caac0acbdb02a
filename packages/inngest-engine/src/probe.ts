/**
 * Named moments at which tests look in, or kill the process: whatever was committed before one must survive it, and what
 * was not must be done again.
 */
export type ProbePoint =
  /** Events are committed; their sender does not know it yet. */
  | "events_stored"
  /** Runs and their first jobs are committed. */
  | "events_routed"
  /** Jobs are leased; the app was not called. */
  | "jobs_claimed"
  /** The whole request has left; nothing has come back. */
  | "call_sent"
  /** The app has answered; nothing of it is stored. */
  | "answer_received"
  /** A settlement is written and not committed. */
  | "settling"
  /** A settlement is committed. */
  | "settled"
  /** Steps that the app reported are committed; it does not know it yet. */
  | "checkpoint_written"
  /** Ticks of schedules are committed. */
  | "ticked"
  /** Old rows are gone; more may be left. */
  | "pruned";

/** Nothing goes on at that place until it resolves, except after `call_sent`, which nothing waits for. */
export type Probe = (point: ProbePoint) => void | Promise<void>;

export const noProbe: Probe = () => {};
