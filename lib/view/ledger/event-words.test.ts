import { expect, test } from "vitest";
import { eventWords } from "./event-words";

const change = (more: object) => ({
  action_type: "inventory_adjustment",
  name: "adjustment-from-1000-dollars",
  measure: "impact_cents",
  from: { at_least: "100000", tier: 4 },
  to: { at_least: "50000", tier: 5 },
  ...more,
});
const changed = (changes: object[]) =>
  eventWords("risk_tier_rules.changed", { changes, currency: "USD", reason: "Counts are often wrong" });

test("a changed threshold says its type once, from, to and why, whatever totals go with it", () => {
  expect(changed([change({}), change({ measure: "cumulative_sku_cents" })])).toBe(
    "Threshold changed. Inventory adjustment: L4 from $1,000 → L5 from $500: “Counts are often wrong”",
  );
});

test("thresholds that were set again as they are say so, and why", () => {
  expect(changed([])).toBe("Thresholds set again as they are: “Counts are often wrong”");
});

test("a base rule has a tier alone, and a rule of all types says so", () => {
  const base = {
    action_type: "*",
    measure: "base",
    from: { at_least: null, tier: 4 },
    to: { at_least: null, tier: 2 },
  };
  expect(changed([change(base)])).toContain("All types: L4 → L2");
});

test.each([
  [{ founding: true }, "Thresholds as shipped"],
  [{ release: true }, "Thresholds of a new release added"],
  [{ why: "by hand" }, "Thresholds changed by SQL"],
])("a change by nobody's page, %o, says where it came from", (details, words) => {
  expect(eventWords("risk_tier_rules.changed", details)).toBe(words);
});

test("a published policy says its version and its note", () => {
  expect(eventWords("policy.published", { version: 3, note: "No notes" })).toBe(
    "Version 3 of the policy published: “No notes”",
  );
  expect(eventWords("hitl.approved", {})).toBeNull();
});
