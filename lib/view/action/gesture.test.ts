import { expect, test } from "vitest";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Overview } from "@/lib/contract/monitoring/overview";
import type { Role } from "@/lib/core/access/principal";
import { blockingSwitch, gestureOf, mayReject, whyNotApprove } from "./gesture";

const now = Date.UTC(2026, 10, 20, 12);
const action = (parts: Partial<ActionSummary> = {}) =>
  ({
    status: "pending",
    risk_level: 2,
    requires_step_up: false,
    inspectable: true,
    suspicious_text: false,
    approved_by_me: false,
    approvals: 0,
    required_approvals: 1,
    details: [],
    changes: [{ from: "1.42", to: "1.48" }],
    expires_at: new Date(now + 60_000).toISOString(),
    ...parts,
  }) as ActionSummary;
const overview = (...engaged: string[]) =>
  ({
    switches: engaged.map((name) => ({ name, engaged: true })),
    standing: { recovery: null, new_in_office_until: null },
  }) as unknown as Overview;

test("a payload that cannot be shown whole, or that policy wants a step-up for, is never one tap", () => {
  expect(gestureOf(action())).toBe("tap");
  expect(gestureOf(action({ inspectable: false }))).toBe("step_up");
  expect(gestureOf(action({ requires_step_up: true }))).toBe("step_up");
  expect(gestureOf(action({ risk_level: 4 }))).toBe("confirm");
});

test("high_risk_ops halts approving from L4 on, proposed_apply at every tier, ns_writes at none", () => {
  expect(blockingSwitch(overview("ns_writes"), 5)).toBeNull();
  expect(blockingSwitch(overview("high_risk_ops"), 3)).toBeNull();
  expect(blockingSwitch(overview("high_risk_ops"), 4)?.name).toBe("high_risk_ops");
  expect(blockingSwitch(overview("high_risk_ops", "proposed_apply"), 1)?.name).toBe("proposed_apply");
});

test("approving is not offered to a viewer, after the expiry, twice to one person, or against a switch", () => {
  const why = (parts: Partial<ActionSummary>, role: Role = "approver", ...engaged: string[]) =>
    whyNotApprove(action(parts), overview(...engaged), role, now);
  expect(why({})).toBeNull();
  expect(why({}, "viewer")).toContain("need the approver role");
  expect(why({}, "steward")).toContain("You are a steward");
  expect(why({ expires_at: new Date(now).toISOString() })).toContain("expired");
  expect(why({ status: "approved" })).toContain("no longer waiting");
  expect(why({ approved_by_me: true, approvals: 1, required_approvals: 2 })).toContain("1 of 2 approvals");
  expect(why({}, "approver", "proposed_apply")).toContain("You can still reject");
});

test("rejecting is offered while an action waits, to whoever may decide", () => {
  const may = (parts: Partial<ActionSummary>, role: Role) => mayReject(action(parts), overview(), role, now);
  expect(may({}, "approver")).toBe(true);
  expect(may({}, "viewer")).toBe(false);
  expect(may({}, "steward")).toBe(false);
  expect(may({ status: "expired" }, "admin")).toBe(false);
});

test("somebody with new credentials is offered neither approving nor rejecting from L4 on, and both below", () => {
  const until = new Date(now + 3_600_000).toISOString();
  const seen = {
    ...overview(),
    standing: { recovery: { by: "Adam", at: until, until }, new_in_office_until: null },
  };
  expect(mayReject(action({ risk_level: 4 }), seen, "approver", now)).toBe(false);
  expect(whyNotApprove(action({ risk_level: 4 }), seen, "approver", now)).toContain("new credentials");
  expect(mayReject(action(), seen, "approver", now)).toBe(true);
  expect(whyNotApprove(action(), seen, "approver", now)).toBeNull();
});
