import type { ActionDetail, ChangeView } from "@/lib/contract/actions/action-view";
import type { InteractionView } from "@/lib/contract/interactions/interactions";

/** Actions and questions as the cards' tests show them. */

export const NOW = new Date("2026-11-28T08:00:00.000Z");
export const REF = "AAAAAAAAAAAAAAAAAAAAAA";
export const PAGE_URL = "https://countersign.example.com/proposed-actions/8421";

export const priceChange = (over: Partial<ChangeView> = {}): ChangeView => ({
  field: "price",
  label: "price",
  kind: "money",
  from: "1.42",
  proposed_live: "1.42",
  to: "1.48",
  delta: "0.06",
  delta_percent: "4.2253",
  is_difference: false,
  said: true,
  leaves: null,
  ...over,
});

export const textChange = (over: Partial<ChangeView> = {}): ChangeView =>
  priceChange({
    field: "memo",
    label: "memo",
    kind: "text",
    from: "old",
    proposed_live: "old",
    to: "new",
    delta: null,
    delta_percent: null,
    ...over,
  });

/** A price at L2 that waits until noon. */
export function exampleAction(over: Partial<ActionDetail> = {}): ActionDetail {
  const action: Partial<ActionDetail> = {
    redacted: false,
    id: 8421,
    action_type: "bid_price_update",
    title: "Bid price",
    subject: "Strawberries 8×1 lb clamshell",
    entity_type: "item",
    entity_ref: "10472",
    customer: "Driscoll's",
    details: ["bid B5875"],
    about: [{ words: "bid", text: "B5875" }],
    changes: [priceChange()],
    goes_to_netsuite: true,
    letter: null,
    line_count: null,
    sentence: "Raise the bid price of Strawberries 8×1 lb clamshell from $1.42 to $1.48",
    sayable: true,
    inspectable: true,
    suspicious_text: false,
    unshown: null,
    risk_level: 2,
    risk_rule: "bid-move-under-5-percent",
    rule_words: "it moves by less than 5 %",
    raised_from: null,
    marks: [],
    status: "pending",
    payload_hash: "a".repeat(64),
    reversible: true,
    impact: { cents: 54_000, currency: "USD", basis: "a year", lines_total: 1, lines_weighed: 1 },
    agent: "pricing-agent",
    on_behalf_of: "Priya Raman",
    author: null,
    supersedes_id: null,
    superseded_by_id: null,
    undo_of_id: null,
    twin_id: null,
    created_at: "2026-11-28T07:55:00.000Z",
    expires_at: "2026-11-28T12:00:00.000Z",
    approvals: 0,
    required_approvals: 1,
    approved_by_me: false,
    requires_step_up: false,
    decision: null,
    decided_by: null,
    decided_at: null,
    comment: null,
    take_back_until: null,
    ended_at: null,
    end_reason: null,
    ended_by: null,
    applied_at: null,
    push: null,
    reason: "Cost rose 4 % this week & the bid still runs.",
    policy: { version: 3, hash: "b".repeat(64), rule: "people-decide" },
    ...over,
  };
  return action as ActionDetail;
}

/** Which of three suppliers? */
export function exampleQuestion(over: Partial<InteractionView> = {}): InteractionView {
  return {
    id: 12,
    status: "pending",
    interaction_type: "selection",
    channel_type: "slack",
    asked_by: "buying-agent",
    sends: false,
    redacted: false,
    asked_by_you: false,
    execution_id: null,
    message: "Which supplier takes the order?",
    schema: { enum: ["a", "b", "c"] },
    options: [
      { value: "a", label: "Coastal" },
      { value: "b", label: "Valley & Sons" },
      { value: "c", label: "Northern" },
    ],
    responders: [{ user_id: 1 }],
    responder_names: ["Priya Raman"],
    asked: 1,
    rule: "first",
    answers_needed: 1,
    in_order: false,
    escalate_after_seconds: null,
    answers_given: 0,
    answered: [],
    may_answer: true,
    may_correct: false,
    may_retract: false,
    may_cancel: false,
    your_answer: null,
    timeout_seconds: 3_600,
    timeout_at: "2026-11-28T09:00:00.000Z",
    timeout_action: "fail",
    default_response: null,
    warned: false,
    reminders_sent: 0,
    response: null,
    cancelled_by: null,
    created_at: "2026-11-28T08:00:00.000Z",
    ended_at: null,
    used_at: null,
    ...over,
  };
}
