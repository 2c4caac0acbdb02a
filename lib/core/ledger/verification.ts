/** `since_checkpoint`: the rows and events that changed since the last verification that found everything intact. */
export const VERIFY_MODES = ["full", "since_checkpoint"] as const;
export type VerifyMode = (typeof VERIFY_MODES)[number];

export interface VerifiedCounts {
  chains: number;
  events: number;
  checkpoints: number;
}

/** A checkpoint is made every five minutes; events that wait for longer than this were missed. */
export const CHECKPOINT_LATE_SECONDS = 15 * 60;
