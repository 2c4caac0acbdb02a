/**
 * This room holds the rules of questions to people: their kinds and statuses, who may answer, what ends them, and how a message is
 * made from its template. An answer never approves a proposed action: a question has no way to one.
 */

import type { Transitions } from "@/lib/core/transitions";

export const INTERACTION_TYPES = ["approval", "input", "selection", "review"] as const;
export type InteractionType = (typeof INTERACTION_TYPES)[number];

/** The channels by which a question can go out and an answer come in. */
export const INTERACTION_CHANNELS = [
  "slack",
  "email",
  "webhook",
  "in_app",
  "teams",
  "discord",
  "telegram",
  "web_push",
] as const;
export type InteractionChannel = (typeof INTERACTION_CHANNELS)[number];

/**
 * The life of a question. It ends once.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> pending
 *   pending --> responded: as many have answered as its rule asks for
 *   pending --> timeout: nobody did in time
 *   pending --> cancelled: by whoever asked, or with its run
 * ```
 */
export const INTERACTION_STATUSES = ["pending", "responded", "timeout", "cancelled"] as const;
export type InteractionStatus = (typeof INTERACTION_STATUSES)[number];

export const INTERACTION_TRANSITIONS: Transitions<InteractionStatus> = {
  pending: ["responded", "timeout", "cancelled"],
  responded: [],
  timeout: [],
  cancelled: [],
};

/** A filter of questions: those that the person asked or may answer, only one of the two, or all others. */
export const QUESTION_SIDES = ["yours", "asked_of_you", "asked_by_you", "others"] as const;
export type QuestionSide = (typeof QUESTION_SIDES)[number];

/** `first`: one answer is enough. `all`: each of those named. `n_of_m`: as many different people as it says. */
export const RESPONSE_RULES = ["first", "all", "n_of_m"] as const;
export type ResponseRule = (typeof RESPONSE_RULES)[number];

/** The effect of a timeout on the asker: it fails, goes on without an answer, or takes the default. */
export const TIMEOUT_ACTIONS = ["fail", "continue", "default_response"] as const;
export type TimeoutAction = (typeof TIMEOUT_ACTIONS)[number];

export const TIMEOUT_SECONDS_MIN = 60;
export const TIMEOUT_SECONDS_MAX = 86_400;
export const TIMEOUT_SECONDS = 3_600;
/** So long before its end people are warned of a question that lasts longer. */
export const WARNING_SECONDS = 900;
export const RESPONDERS_MAX = 20;

export const RESPONSE_KINDS = ["answer", "correction", "retraction"] as const;
export const RELEVANCE_CLASSES = ["relevant", "filtered", "uncertain"] as const;
export type Relevance = (typeof RELEVANCE_CLASSES)[number];

/** How free text is read. `question`: it asks back. `nothing`: it says none of these, or nobody can tell. */
export const READINGS = ["yes", "no", "value", "conditional", "question", "delegation", "nothing"] as const;
export type ReplyReading = (typeof READINGS)[number];

/** The life of a pause: it lets one place of a run go on, once. */
export const PAUSE_STATUSES = ["active", "resumed", "cancelled"] as const;
export type PauseStatus = (typeof PAUSE_STATUSES)[number];
export const PAUSE_TRANSITIONS: Transitions<PauseStatus> = {
  active: ["resumed", "cancelled"],
  resumed: [],
  cancelled: [],
};
export const PAUSE_REASONS = [
  "human_interaction",
  "timeout",
  "error",
  "manual",
  "system_maintenance",
] as const;
export const RESUME_REASONS = ["human_response", "timeout_reached", "manual_resume"] as const;
