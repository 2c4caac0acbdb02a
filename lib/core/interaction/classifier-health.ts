import type { ChannelHealth } from "@/lib/core/message/message";

/** When the model that classifies replies counts as failing: in more than 10 % of an hour, and in more than chance failures. Pure. */

export const CLASSIFIER_WINDOW_SECONDS = 3_600;
const FAILED_PERCENT_MAX = 10;
const FAILED_MIN = 3;

export interface ClassifierFigures {
  /** Replies about which a model was asked. */
  asked: number;
  /** Those to which it gave no answer that could be used, so that rules classified them. */
  failed: number;
}

export const classifierHealthOf = ({ asked, failed }: ClassifierFigures): ChannelHealth =>
  failed >= FAILED_MIN && failed * 100 > asked * FAILED_PERCENT_MAX ? "failing" : "ok";
