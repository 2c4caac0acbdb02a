import type { ChannelHealth } from "./message";

/** When a channel counts as failing: more than 5 % of its attempts of the last hour, and more than a chance failure. Pure. */

export const HEALTH_WINDOW_SECONDS = 3_600;
export const FIGURE_SECONDS = 300;
export const FAILED_PERCENT_MAX = 5;
const FAILED_MIN = 3;

export interface SendFigures {
  sent: number;
  failed: number;
}

export const healthOf = ({ sent, failed }: SendFigures): ChannelHealth =>
  failed >= FAILED_MIN && failed * 100 > (sent + failed) * FAILED_PERCENT_MAX ? "failing" : "ok";

/** The beginning of the five minutes that an attempt counts in. */
export const figureStart = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / (FIGURE_SECONDS * 1_000)) * FIGURE_SECONDS * 1_000);
