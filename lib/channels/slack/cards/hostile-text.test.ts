import { assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { findMessageFaults, findModalFaults } from "@countersign/slack-double";
import {
  PAGE_URL,
  REF,
  exampleAction,
  exampleQuestion,
  priceChange,
  textChange,
} from "@/lib/channels/slack/testing/examples";
import { actionCard } from "./action-card";
import { approveModal, rejectModal } from "./action-modals";
import { questionCard } from "./question-card";

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
