import { expect, test } from "vitest";
import type { TierMeasure } from "@/lib/core/action/tier-rules";
import { atLeastOf, figureOf } from "./figure-input";
import { thresholdWords, weighedWords } from "./threshold-words";

test.each<[TierMeasure[], string | null, string]>([
  [["base"], null, "every write of this type"],
  [["movement_percent"], "5", "moves by 5 % or more"],
  [["movement_percent"], "2.25", "moves by 2.25 % or more"],
  [["cumulative_movement_percent"], "5", "the record's moves of 24 hours reach 5 %"],
  [["impact_cents"], "100000", "worth $1,000 or more"],
  [["impact_cents"], "2500001", "worth more than $25,000"],
  [["cumulative_customer_cents"], "100000", "the customer's writes of 24 hours reach $1,000"],
  [
    ["impact_cents", "cumulative_sku_cents", "cumulative_agent_cents", "cumulative_location_cents"],
    "500001",
    "worth more than $5,000, or the item's, the agent's or the location's writes of 24 hours exceed it",
  ],
  [["writes"], "2", "a roll of 2 lines or more"],
  [["new_recipients"], "1", "goes to a new recipient"],
  [["new_bank_details"], "3", "names 3 new bank details or more"],
])("%s from %s on: %s", (measures, atLeast, words) => {
  expect(thresholdWords(measures, atLeast, "USD")).toBe(words);
});

test.each<[TierMeasure, string, string]>([
  ["impact_cents", "2500001", "25000.01"],
  ["impact_cents", "100000", "1000"],
  ["movement_percent", "2.5", "2.5"],
  ["writes", "2", "2"],
])("a figure of %s is written and read back exactly", (measure, atLeast, figure) => {
  expect(figureOf(measure, atLeast)).toBe(figure);
  expect(atLeastOf(measure, figure)).toBe(atLeast);
});

test("people group their thousands, and anything else is left for the server to refuse", () => {
  expect(atLeastOf("impact_cents", "25,000.01")).toBe("2500001");
  expect(atLeastOf("impact_cents", "a lot")).toBe("alot");
  expect(atLeastOf("base", "5")).toBeNull();
});

test.each<[TierMeasure[], string]>([
  [["base"], "Every write"],
  [
    ["impact_cents", "cumulative_sku_cents", "cumulative_agent_cents"],
    "A write's worth, or the item's or the agent's writes of 24 hours",
  ],
  [["movement_percent", "cumulative_movement_percent"], "A write's move, or the record's moves of 24 hours"],
  [["writes"], "Lines of a roll"],
])("the figures of %s, without a limit: %s", (measures, words) => expect(weighedWords(measures)).toBe(words));
