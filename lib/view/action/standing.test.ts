import { expect, test } from "vitest";
import type { ViewerStanding } from "@/lib/contract/monitoring/overview";
import { whyNotDecide, whyVoteCountsNot } from "./standing";

const now = Date.parse("2026-03-02T12:00:00Z");
const hour = 3_600_000;
const inHours = (hours: number) => new Date(now + hours * hour).toISOString();
const recovered = (hours: number): ViewerStanding => ({
  recovery: { by: "Adam", at: inHours(hours - 24), until: inHours(hours) },
  new_in_office_until: null,
});
const newcomer = (hours: number): ViewerStanding => ({ recovery: null, new_in_office_until: inHours(hours) });
const tier = (risk_level: 1 | 2 | 3 | 4 | 5, required_approvals = 1) => ({ risk_level, required_approvals });

test("new credentials stand in the way at L4 and L5 alone, until their day is over", () => {
  expect(whyNotDecide(tier(3), recovered(20), now)).toBeNull();
  for (const high of [4, 5] as const)
    expect(whyNotDecide(tier(high), recovered(20), now)).toContain("Adam gave you new credentials");
  expect(whyNotDecide(tier(4), recovered(20), now)).toContain("another 20 h");
  expect(whyNotDecide(tier(4), recovered(0), now)).toBeNull();
  expect(whyNotDecide(tier(4), newcomer(20), now)).toBeNull();
});

test("the approval of somebody new in office counts below L4 where one suffices, and nowhere else before their day is over", () => {
  expect(whyVoteCountsNot(tier(3), newcomer(2), now)).toBeNull();
  expect(whyVoteCountsNot(tier(3, 2), newcomer(2), now)).toContain("in 2 h");
  expect(whyVoteCountsNot(tier(4), newcomer(2), now)).toContain("you can reject");
  expect(whyVoteCountsNot(tier(4), newcomer(0), now)).toBeNull();
  expect(whyVoteCountsNot(tier(4), recovered(20), now)).toBeNull();
});
