import { expect, test } from "vitest";
import type { RuleInForce, TierMeasure } from "@/lib/core/action/tier-rules";
import { ruleSentence } from "./rule-words";

const sentence = (
  inForce: RuleInForce | null,
  weighed: Record<string, string | null> = {},
  name = "a-rule",
) => ruleSentence({ name, inForce, weighed, currency: "USD" });
const lifts = (measure: TierMeasure, atLeast: string): RuleInForce => ({ measure, atLeast, next: null });
const base = (measure: TierMeasure, atLeast: string): RuleInForce => ({
  measure: "base",
  atLeast: null,
  next: { measure, atLeast },
});

test.each<[TierMeasure, string, string]>([
  ["movement_percent", "5", "it moves by 5 % or more"],
  ["impact_cents", "50000", "it is worth $500 or more"],
  ["impact_cents", "2500001", "it is worth more than $25,000"],
  ["cumulative_sku_cents", "100000", "the item's writes of 24 hours reach $1,000"],
  ["cumulative_movement_percent", "5", "the record's moves of 24 hours reach 5 %"],
  ["writes", "2", "it is a roll of 2 lines or more"],
  ["new_recipients", "1", "it goes to a new recipient"],
  ["new_bank_details", "1", "it names new bank details"],
])("a rule of %s from %s on reads: %s", (measure, atLeast, words) => {
  expect(sentence(lifts(measure, atLeast))).toBe(words);
});

test.each<[TierMeasure, string, string]>([
  ["movement_percent", "5", "it moves by less than 5 %"],
  ["impact_cents", "100000", "it is worth less than $1,000"],
  ["impact_cents", "500001", "it is worth $5,000 or less"],
  ["writes", "2", "it is a roll of one line"],
  ["new_recipients", "1", "it goes to no new recipient"],
  ["cumulative_entity_cents", "5000", "the writes within 24 hours add up to less than $50"],
])("a type's own tier below %s of %s reads: %s", (measure, atLeast, words) => {
  expect(sentence(base(measure, atLeast))).toBe(words);
});

test("a type without a rule above its own tier says so", () => {
  const inForce: RuleInForce = { measure: "base", atLeast: null, next: null };
  expect(sentence(inForce)).toBe("every write of this type has at least this tier");
});

test("a write below the figure in force never claims to reach it: it reached the figure of then", () => {
  expect(sentence(lifts("movement_percent", "10"), { movement_percent: "10" })).toBe(
    "it moves by 10 % or more",
  );
  expect(sentence(lifts("movement_percent", "10"), { movement_percent: "6" })).toBe(
    "it reached an earlier figure of this rule, which counts from 10 % now",
  );
});

test("a write that would be lifted by now never claims to stay below the figure in force", () => {
  expect(sentence(base("movement_percent", "3"), { movement_percent: "2.9" })).toBe(
    "it moves by less than 3 %",
  );
  expect(sentence(base("movement_percent", "3"), { movement_percent: "4" })).toBe(
    "no rule lifted it when it was proposed; the next tier counts from 3 % now",
  );
});

test("a tier that no rule set says why, and a rule that is gone is named", () => {
  expect(sentence(null, {}, "live-value-was-not-readable")).toContain("could not be read");
  expect(sentence(null, {}, "no-rule-for-this-action-type")).toContain("no rule is set");
  expect(sentence(null, {}, "old-rule")).toBe("a rule applied that is no longer in force: old rule");
});
