/** This room holds the rules of outgoing webhooks: the catalogue of events, the life of a delivery, limits and words of outcomes. */

import type { Transitions } from "@/lib/core/transitions";

/** Every event that an endpoint may ask for, in the order of the page, with the sentence that says when it is sent. */
export const WEBHOOK_EVENTS = {
  "proposal.created": "An agent or a person proposed a write, and it waits for a decision.",
  "proposal.approved": "It was approved and is being written.",
  "proposal.rejected": "It was rejected; the reason stands on its page.",
  "proposal.expired": "Nobody decided it in time.",
  "proposal.withdrawn": "It was withdrawn or cancelled before it was written.",
  "proposal.superseded": "A new version took its place.",
  "proposal.stale": "It was approved, and its record has moved since: nothing was written.",
  "proposal.applied": "It was written, and read back.",
  "push.unknown": "Nobody knows yet whether NetSuite wrote it. A probe follows.",
  "push.dead": "The write was given up; an administrator has to look.",
  "run.waiting": "A run waits for people, or for an answer from outside.",
  "run.succeeded": "Every step of a run succeeded.",
  "run.failed": "A run failed for good.",
  "endpoint.disabled": "Another endpoint of the company was disabled.",
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]];
/** The event of a test. Every endpoint gets it, whatever it asked for. */
export const PING = "ping";

export const ENDPOINT_STATES = ["enabled", "disabled", "deleted"] as const;
export const DISABLED_BECAUSE = ["person", "gone", "failing"] as const;
export type DisabledBecause = (typeof DISABLED_BECAUSE)[number];

/**
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> due
 *   due --> sending: a sender leases it
 *   sending --> due: it failed and is sent again, or its sender stopped
 *   sending --> delivered: an answer of 2xx came
 *   sending --> failed: its attempts are over, or a rule forbids it
 *   delivered --> due: a person has it sent again
 *   failed --> due: a person has it sent again
 * ```
 */
export const DELIVERY_STATES = ["due", "sending", "delivered", "failed"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export const DELIVERY_TRANSITIONS: Transitions<DeliveryState> = {
  due: ["sending"],
  sending: ["due", "delivered", "failed"],
  delivered: ["due"],
  failed: ["due"],
};

export const WEBHOOK_LIMITS = {
  /** The most endpoints of a company, without deleted ones. */
  endpointsMax: 20,
  descriptionMax: 200,
  /** The most deliveries under way to one endpoint. */
  atOnce: 8,
  timeoutMs: 15_000,
  /** Longer than an attempt may take. */
  leaseSeconds: 60,
  /** After a rotation both secrets sign for so long. */
  rotationHours: 24,
  /** Without one success for so long, an endpoint is disabled. */
  failingHours: 120,
  bodyBytesMax: 20_000,
  pageMax: 100,
} as const;

/** One attempt as the delivery keeps it: never an answer's body or header. */
export interface WebhookAttempt {
  at: string;
  outcome: "delivered" | "answered" | "refused" | "not_sent" | "unknown" | "interrupted";
  /** The HTTP status of the answer. Absent: none came. */
  status?: number;
  /** The rule, the stage or the reason. */
  why?: string;
  ms?: number;
}

/** True where an endpoint has failed for so long that nothing more is sent to it. */
export function failedTooLong(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= WEBHOOK_LIMITS.failingHours * 3_600_000;
}
