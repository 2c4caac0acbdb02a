import { describe, expect, test } from "vitest";
import { findMessageFaults, findModalFaults } from "@countersign/slack-double";
import type { ActionOnCard } from "@/lib/channels/card";
import { buttonNames, buttonsOf, textOf } from "@/lib/channels/slack/testing/card-parts";
import {
  DECIDED_AT,
  PAGE_URL,
  REF,
  exampleAction,
  priceChange,
  textChange,
} from "@/lib/channels/slack/testing/examples";
import { actionCard } from "./action-card";
import { approveModal, rejectModal } from "./action-modals";

const cardOf = (over: Partial<ActionOnCard> = {}) =>
  actionCard({
    action: exampleAction(over),
    ref: REF,
    url: PAGE_URL,
    isOpen: over.status === undefined,
  });

describe("the card of an action", () => {
  test("says what changes where, who proposes it, its tier, the rule in a sentence, the reason, and the link", () => {
    const card = cardOf();
    expect(findMessageFaults(card)).toEqual([]);
    const text = textOf(card);
    for (const part of [
      "Bid price #8421",
      "`Strawberries 8×1 lb clamshell` · item `10472` · `Driscoll's` · bid `B5875`",
      "*Price* `$1.42` → `$1.48` (+$0.06 · +4.2 %)",
      "Proposed by `pricing-agent` for `Priya Raman` · impact +$540",
      "*L2 Low*. It moves by less than 5 %.",
      "Policy v3 asks for one approver, with one tap.",
      "Cost rose 4 % this week &amp; the bid still runs.",
      PAGE_URL,
    ])
      expect(text).toContain(part);
    expect(card.text).toBe("Bid price #8421, L2 Low, waits for a decision.");
  });

  test("its buttons carry the opaque name and nothing else", () => {
    const buttons = buttonsOf(cardOf());
    expect(buttons.map(({ action_id, value, url }) => [action_id, value, url])).toEqual([
      ["approve", REF, undefined],
      ["reject", REF, undefined],
      ["open", undefined, PAGE_URL],
    ]);
  });

  test("without a reason there is no place for one", () => {
    expect(textOf(cardOf())).toContain("Written by the agent, not checked");
    expect(textOf(cardOf({ reason: "" }))).not.toContain("Written by the agent");
  });

  test.each([1, 2, 3, 4] as const)("at L%i it offers an approval", (tier) => {
    expect(buttonNames(cardOf({ risk_level: tier }))).toEqual(["approve", "reject", "open"]);
  });

  test.each<[string, Partial<ActionOnCard>]>([
    ["at L5", { risk_level: 5 }],
    ["where the policy asks for a step-up", { requires_step_up: true }],
    ["of a roll", { unshown: "roll", line_count: 500 }],
    ["that no renderer knows", { inspectable: false, unshown: "uninspectable" }],
    ["with deceptive characters", { suspicious_text: true }],
    ["with a marked recipient", { marks: ["new_recipient"] }],
    ["with a twin", { same_write: { id: 8_420, words: "The same write also waits as #8420" } }],
    ["that repeats a write", { same_write: { id: 8_420, words: "The same write was approved as #8420" } }],
    [
      "that conflicts",
      { conflicts_with: [{ id: 8_420, agent: "a", author: null, words: "#8420 by a asks for $1" }] },
    ],
    ["with a backtick in its subject", { subject: "a`b" }],
    ["whose reason is too long to be shown", { reason: "x".repeat(3_000) }],
    ["whose text is too long to be shown", { changes: [textChange({ to: "x".repeat(1_000) })] }],
    [
      "with more changes than a card shows",
      { changes: Array.from({ length: 5 }, (_, at) => priceChange({ field: `f${at}` })) },
    ],
    ["whose record has changed", { changed_record: "The record has changed." }],
    ["that this person has approved", { approved_by_me: true, approvals: 1, required_approvals: 2 }],
  ])("the card of one %s carries no Approve, says why, and leads to its page", (_name, over) => {
    const card = cardOf(over);
    expect(findMessageFaults(card)).toEqual([]);
    expect(buttonNames(card)).toEqual(["reject", "open"]);
    expect(textOf(card)).toContain(":warning:");
  });

  test.each<[string, Partial<ActionOnCard>, string]>([
    [
      "approved",
      { status: "approved", decision: "approve", decided_by: "Mike", decided_at: DECIDED_AT },
      "Approved by `Mike`",
    ],
    [
      "rejected",
      {
        status: "rejected",
        decision: "reject",
        decided_by: "Mike",
        decided_at: DECIDED_AT,
        comment: "no",
      },
      "`no`",
    ],
    ["expired", { status: "expired" }, "*Expired.*"],
    ["withdrawn", { status: "cancelled", end_reason: "withdrawn", ended_by: "Priya" }, "*Withdrawn.*"],
  ])("the card of one that is %s says so and has only the link", (_name, over, words) => {
    const card = cardOf(over);
    expect(findMessageFaults(card)).toEqual([]);
    expect(buttonNames(card)).toEqual(["open"]);
    expect(textOf(card)).toContain(words);
  });

  test("of one whose content is hidden it shows nothing of it", () => {
    const card = cardOf({ redacted: true });
    expect(textOf(card)).not.toContain("Strawberries");
    expect(buttonNames(card)).toEqual(["reject", "open"]);
  });

  test("before and after of a text stand on lines of their own, so that Hebrew turns nothing round", () => {
    const card = cardOf({ changes: [textChange({ proposed_live: "אבג", to: "דהו" })] });
    expect(textOf(card)).toContain("*Memo*, before: `אבג`\\n*Memo*, after: `דהו`");
  });
});

describe("modals of an action", () => {
  test("the one of L4 repeats the sentence and the change, and carries the opaque name", () => {
    const modal = approveModal(exampleAction({ risk_level: 4 }), REF)!;
    expect(findModalFaults(modal)).toEqual([]);
    expect(modal.private_metadata).toBe(REF);
    expect(JSON.stringify(modal.blocks)).toContain(
      "`Raise the bid price of Strawberries 8×1 lb clamshell from $1.42 to $1.48`",
    );
    expect(JSON.stringify(modal.blocks)).toContain("`$1.42` → `$1.48`");
  });

  test("there is none for a change that it could not show letter for letter", () => {
    expect(approveModal(exampleAction({ changes: [textChange({ to: "a`b" })] }), REF)).toBeNull();
  });

  test("the one that rejects takes a reason", () => {
    const modal = rejectModal(exampleAction(), REF);
    expect(findModalFaults(modal)).toEqual([]);
    expect(JSON.stringify(modal.blocks)).toContain('"block_id":"reason"');
  });
});
