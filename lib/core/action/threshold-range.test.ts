import { expect, test } from "vitest";
import { thresholdFault } from "./threshold-range";
import type { TierMeasure } from "./tier-rules";

test.each<[TierMeasure, string | null]>([
  ["base", null],
  ["impact_cents", "0"],
  ["impact_cents", "2500001"],
  ["cumulative_agent_cents", "100.00"],
  ["movement_percent", "2.5"],
  ["cumulative_movement_percent", "0.0001"],
  ["writes", "2"],
  ["new_recipients", "10000"],
])("%s may begin at %s", (measure, atLeast) => expect(thresholdFault(measure, atLeast)).toBeNull());

test.each<[TierMeasure, string | null]>([
  ["base", "1"],
  ["impact_cents", null],
  ["impact_cents", "-1"],
  ["impact_cents", "1.5"],
  ["impact_cents", "1e3"],
  ["impact_cents", "100000000000000"],
  ["movement_percent", "2.50001"],
  ["movement_percent", "1000001"],
  ["movement_percent", "5 %"],
  ["writes", "0"],
  ["new_bank_details", "10001"],
])("%s may not begin at %s", (measure, atLeast) =>
  expect(thresholdFault(measure, atLeast)).toMatch(/^must /),
);
