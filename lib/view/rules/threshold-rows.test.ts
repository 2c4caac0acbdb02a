import { expect, test } from "vitest";
import type { Threshold } from "@/lib/contract/settings/thresholds";
import { thresholdRows } from "./threshold-rows";

const rule = (more: Partial<Threshold>): Threshold => ({
  name: "one",
  measure: "impact_cents",
  at_least: "100000",
  tier: 4,
  words: "",
  shipped: null,
  tier_min: 1,
  set_with: [],
  changed: null,
  ...more,
});
const twin = { action_type: "bid", name: "total" };
const rowsOf = (total: Partial<Threshold>) =>
  thresholdRows({
    action_type: "bid",
    title: "Bid",
    obeys: [],
    rules: [
      rule({ set_with: [twin, { action_type: "customer", name: "one" }] }),
      rule({ name: "total", measure: "cumulative_sku_cents", ...total }),
    ],
  });

test("rules that change together are one row, with the other types that change with them", () => {
  expect(rowsOf({})).toMatchObject([
    { measures: ["impact_cents", "cumulative_sku_cents"], otherTypes: ["customer"] },
  ]);
});

test("one that was set apart in the database is a row of its own, so that its figure is seen", () => {
  expect(rowsOf({ at_least: "7" }).map((row) => row.rule.at_least)).toEqual(["100000", "7"]);
});
