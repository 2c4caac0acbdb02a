import { assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { findMessageFaults, findModalFaults } from "@countersign/slack-double";
import type { ActionOnCard, Card } from "@/lib/channels/card";
import {
  DECIDED_AT,
  OPTIONS,
  PAGE_URL,
  REF,
  exampleAction,
  exampleQuestion,
  priceChange,
  textChange,
} from "@/lib/channels/slack/testing/examples";
import { actionCard } from "./action-card";
import { approveModal, rejectModal } from "./action-modals";
import {
  type AnswerableQuestion,
  answerModal,
  answerOfButton,
  formOfAnswer,
  questionCard,
} from "./question-card";
import type { SlackValue } from "@/lib/channels/slack/inbound/interaction";
import { readInputs } from "./answer-inputs";
import type { SlackMessage } from "./blocks";

const cardOf = (over: Partial<ActionOnCard> = {}) =>
  actionCard({
    action: exampleAction(over),
    ref: REF,
    url: PAGE_URL,
    isOpen: over.status === undefined,
  });

interface Pressable {
  action_id: string;
  value?: string;
  url?: string;
}
const buttonsOf = ({ blocks }: SlackMessage): Pressable[] =>
  blocks.flatMap((block) => (block.type === "actions" ? (block.elements as Pressable[]) : []));
const namesOf = (card: SlackMessage) => buttonsOf(card).map(({ action_id: id }) => id);
const textOf = ({ blocks }: SlackMessage) => JSON.stringify(blocks);

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
    expect(namesOf(cardOf({ risk_level: tier }))).toEqual(["approve", "reject", "open"]);
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
    expect(namesOf(card)).toEqual(["reject", "open"]);
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
    expect(namesOf(card)).toEqual(["open"]);
    expect(textOf(card)).toContain(words);
  });

  test("of one whose content is hidden it shows nothing of it", () => {
    const card = cardOf({ redacted: true });
    expect(textOf(card)).not.toContain("Strawberries");
    expect(namesOf(card)).toEqual(["reject", "open"]);
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

describe("the card of a question", () => {
  const card = (over: Partial<Card> = {}) => questionCard(exampleQuestion(over));
  const offering = (offer: Partial<Extract<Card["offer"], { kind: "answer" }>>) => ({
    kind: "answer" as const,
    type: "input" as const,
    options: null,
    multiple: false,
    schema: null,
    ...offer,
  });
  const answerable = (offer: Partial<AnswerableQuestion>): AnswerableQuestion => ({
    ...offering(offer),
    message: "How much?",
  });

  test("offers a few options as buttons, and the button's number is its answer", () => {
    const shown = card();
    expect(findMessageFaults(shown)).toEqual([]);
    expect(namesOf(shown)).toEqual(["choose_0", "choose_1", "choose_2", "open"]);
    const selection = answerable({ type: "selection", options: OPTIONS });
    expect(answerOfButton(selection, "choose_1")).toBe("b");
    for (const button of ["choose_3", "choose_01", "choose_", "yes", "approve"])
      expect(answerOfButton(selection, button)).toBeUndefined();
    expect(answerOfButton(answerable({ type: "input" }), "yes")).toBeUndefined();
  });

  test("an approval has yes and no, each of them its answer", () => {
    const approval = offering({ type: "approval", schema: {} });
    expect(namesOf(card({ offer: approval }))).toEqual(["yes", "no", "open"]);
    expect(answerOfButton({ ...approval, message: "May I?" }, "yes")).toEqual({ approved: true });
    expect(answerOfButton({ ...approval, message: "May I?" }, "no")).toEqual({ approved: false });
  });

  const schema = {
    type: "object",
    required: ["amount", "kind"],
    properties: {
      amount: { type: "number", minimum: 1 },
      kind: { enum: ["fresh", "frozen"] },
      days: { type: "array", items: { enum: ["Mo", "Tu"] } },
      when: { type: "string", format: "date" },
      note: { type: "string", maxLength: 500 },
    },
  };

  test("a form becomes inputs, whose values are the answer that its page would give", () => {
    const question = answerable({ schema });
    expect(namesOf(card({ offer: offering({ schema }) }))).toEqual(["answer", "open"]);
    expect(findModalFaults(answerModal(question, REF)!)).toEqual([]);
    const values = new Map<string, SlackValue>([
      ["field_0", "12.50"],
      ["field_1", "1"],
      ["field_2", ["0", "1"]],
      ["field_3", "2026-12-01"],
      ["field_4", null],
    ]);
    const form = formOfAnswer(question)!;
    expect(readInputs(form, values).answer).toEqual({
      value: { amount: 12.5, kind: "frozen", days: ["Mo", "Tu"], when: "2026-12-01" },
      issues: [],
    });
    const bad = readInputs(form, new Map([["field_0", "many"]]));
    expect(Object.keys(bad.errorsOf(bad.answer.issues))).toEqual(["field_0", "field_1"]);
  });

  test("one that a modal cannot ask, or a card cannot show, is answered on its page", () => {
    const composed = { type: "object", properties: { a: { oneOf: [] } } };
    expect(namesOf(card({ offer: offering({ schema: composed }) }))).toEqual(["open"]);
    expect(namesOf(card({ said: "x".repeat(4_000) }))).toEqual(["open"]);
    expect(namesOf(card({ said: "a\u202eb" }))).toEqual(["open"]);
    expect(namesOf(card({ offer: null }))).toEqual(["open"]);
  });

  test("an answered one says so, and takes none any more", () => {
    const shown = card({ outcome: "Priya & Co answered." });
    expect(findMessageFaults(shown)).toEqual([]);
    expect(namesOf(shown)).toEqual(["open"]);
    expect(textOf(shown)).toContain("`Priya &amp; Co answered.`");
  });
});

describe("hostile text", () => {
  const text = oneof(
    string({ unit: "binary", maxLength: 400 }),
    constantFrom(
      "<!channel>",
      "<@U1>",
      "<https://evil.example|Open>",
      "```",
      "`*Approved*`",
      "&amp;",
      "x".repeat(5_000),
      "\u202e",
      ":white_check_mark:",
      "\n\n*Approved by Priya*",
    ),
  );

  test("500 actions and as many questions keep Slack's limits; no text from outside makes a link, a mention or words of ours", () => {
    assert(
      property(text, text, text, (a, b, c) => {
        const over = {
          subject: a,
          entity_ref: b,
          customer: c,
          agent: a,
          on_behalf_of: b,
          reason: c,
          title: a,
          sentence: b,
        };
        const changes = [textChange({ to: a, proposed_live: b, label: c }), priceChange({ label: a })];
        const about = Array.from({ length: 12 }, () => ({ words: "at", text: c }));
        const action = exampleAction({ ...over, changes, about });
        const card = actionCard({ action, ref: REF, url: PAGE_URL, isOpen: true });
        expect(findMessageFaults(card)).toEqual([]);
        expect(findModalFaults(rejectModal(action, REF))).toEqual([]);
        const approve = approveModal({ ...action, about: [] }, REF);
        if (approve) expect(findModalFaults(approve)).toEqual([]);
        const offer = { kind: "answer", type: "selection", multiple: false, schema: {} } as const;
        const options = [{ value: "a", label: a || "x" }];
        const facts = Array.from({ length: 20 }, () => ({ label: "Option", value: a }));
        const question = exampleQuestion({
          said: b,
          from: c,
          facts,
          outcome: null,
          offer: { ...offer, options },
        });
        expect(findMessageFaults(questionCard(question))).toEqual([]);
        expect(findMessageFaults(questionCard({ ...question, outcome: a || "x" }))).toEqual([]);
        // Slack reads nothing between angle brackets but our own dates.
        for (const [found] of JSON.stringify(card.blocks).matchAll(/<[^>]*>/g))
          expect(found).toMatch(/^<!date\^\d+\^/);
      }),
      { numRuns: 500 },
    );
  });
});
