/** `since_checkpoint`: the rows and events that changed since the last verification that found everything intact. */
export const VERIFY_MODES = ["full", "since_checkpoint"] as const;
export type VerifyMode = (typeof VERIFY_MODES)[number];

export interface VerifiedCounts {
  chains: number;
  events: number;
  checkpoints: number;
}

const CHECKPOINT_EVERY_MINUTES = 5;
export const CHECKPOINT_CRON = `*/${CHECKPOINT_EVERY_MINUTES} * * * *`;

/** When the next checkpoint is due after a moment: cron goes by the full hour. */
export function nextCheckpointAt(now: Date): Date {
  const everyMs = CHECKPOINT_EVERY_MINUTES * 60_000;
  return new Date(Math.floor(now.getTime() / everyMs + 1) * everyMs);
}

/** Events that wait for longer than this were missed. */
export const CHECKPOINT_LATE_SECONDS = 15 * 60;
