import { assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import { findMessageFaults } from "@countersign/slack-double";
import type { Card } from "@/lib/channels/card";
import { PAGE_URL, REF } from "@/lib/channels/slack/testing/examples";
import { noticeCard } from "./notice-card";

const notice = (more: Partial<Card> = {}): Card => ({
  ref: REF,
  subject: { kind: "action", id: 8421 },
  occasion: "went_wrong",
  title: "Not written: L3 Medium · Bid price #8421",
  from: "pricing-agent",
  said: null,
  facts: [],
  warnings: [],
  offer: null,
  outcome: "You approved it, but nothing was written: the record has changed since.",
  action: null,
  url: PAGE_URL,
  ...more,
});

test("a write that went wrong is a sentence and a link; nothing can be decided there", () => {
  const { text, blocks } = noticeCard(notice());
  expect(text).toBe(
    "Not written: L3 Medium · Bid price #8421. You approved it, but nothing was written: the record has changed since.",
  );
  const json = JSON.stringify(blocks);
  expect(json).toContain("Proposed by `pricing-agent`");
  expect(blocks.flatMap((block) => (block.type === "actions" ? block.elements : []))).toMatchObject([
    { action_id: "open", url: PAGE_URL },
  ]);
  expect(json).not.toMatch(new RegExp(`approve"|reject"|${REF}`));
});

test("500 of them with text from outside keep Slack's limits and make no link or mention", () => {
  assert(
    property(string({ unit: "grapheme", maxLength: 400 }), (text) => {
      const card = noticeCard(notice({ title: `Gave up: ${text} #1`, from: `<!channel> ${text}` }));
      expect(findMessageFaults(card)).toEqual([]);
      expect(JSON.stringify(card.blocks)).not.toMatch(/<[^>]*>/);
    }),
    { numRuns: 500 },
  );
});
