import type { ActionOnCard, Card } from "@/lib/channels/card";
import type { ChangeView } from "@/lib/contract/actions/action-view";

/** Actions and questions as the cards' tests show them. */

export const DECIDED_AT = "2026-11-28T08:00:00.000Z";
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
export function exampleAction(over: Partial<ActionOnCard> = {}): ActionOnCard {
  return {
    redacted: false,
    run: null,
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
    same_write: null,
    conflicts_with: [],
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
    policy: { version: 3 },
    changed_record: null,
    ...over,
  };
}

export const OPTIONS = [
  { value: "a", label: "Coastal" },
  { value: "b", label: "Valley & Sons" },
  { value: "c", label: "Northern" },
];

/** Which of three suppliers? */
export const exampleQuestion = (over: Partial<Card> = {}): Card => ({
  ref: REF,
  subject: { kind: "question", id: 12 },
  occasion: "asked",
  title: "Question #12",
  from: "buying-agent",
  said: "Which supplier takes the order?",
  facts: [{ label: "Kind", value: "Selection" }],
  warnings: [],
  offer: {
    kind: "answer",
    type: "selection",
    options: OPTIONS,
    multiple: false,
    schema: { enum: ["a", "b", "c"] },
  },
  outcome: null,
  url: PAGE_URL,
  action: null,
  ...over,
});
