import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { plainWords, sentenceCase, type Tone } from "@/lib/view/words";

/** The contract's codes in people's words. A code without a row here is shown as it is: nothing is hidden. */

export const STATUS_WORDS: Record<ActionSummary["status"], string> = {
  pending: "Waiting for a decision",
  approved: "Approved, not yet applied",
  applied: "Applied",
  rejected: "Rejected",
  expired: "Expired",
  cancelled: "Withdrawn",
  superseded: "Superseded",
  stale: "Stale",
};

/** The same for one action: what was approved before it was cancelled was not withdrawn. */
export function endedWords({ status, decision }: Pick<ActionSummary, "status" | "decision">): string {
  return status === "cancelled" && decision === "approve" ? "Cancelled" : STATUS_WORDS[status];
}

export function statusTone(status: ActionSummary["status"]): Tone {
  if (status === "applied" || status === "approved") return "good";
  if (status === "stale") return "warn";
  return status === "rejected" ? "bad" : "neutral";
}

const MEASURES: Record<string, string> = {
  movement_percent: "Movement",
  impact_cents: "Impact",
  cumulative_customer_cents: "Today, this customer",
  cumulative_sku_cents: "Today, this item",
  cumulative_agent_cents: "Today, this agent",
  cumulative_location_cents: "Today, this location",
  cumulative_entity_cents: "Today, this record",
};

export function measureWords(measure: string): string {
  return MEASURES[measure] ?? plainWords(measure);
}

const END_REASONS: Record<string, string> = {
  withdrawn: "Withdrawn",
  record_changed: "The record changed in NetSuite",
  record_missing: "The record no longer exists in NetSuite",
  expired: "Nobody decided in time",
};

/** A person's own words after the colon stay as they wrote them. */
export function endWords(reason: string): string {
  const [, verb, words] = /^(edited|withdrawn|cancelled): (.+)$/s.exec(reason) ?? [];
  if (verb && words) return `${sentenceCase(verb)}: “${words}”`;
  return END_REASONS[reason] ?? sentenceCase(plainWords(reason));
}
