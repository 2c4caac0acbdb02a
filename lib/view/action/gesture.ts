import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { Overview } from "@/lib/contract/monitoring/overview";
import { tierMeaning, type Gesture } from "@/lib/core/action/risk-tier";
import { mayAdminister, mayDecide, type Role } from "@/lib/core/access/principal";
import { SWITCH_TITLES } from "@/lib/view/switches";
import { whyNotDecide, whyVoteCountsNot } from "./standing";

/** Which gesture the screen offers. The server judges every decision again; this only avoids offering what it refuses. */
export function gestureOf(action: ActionSummary): Gesture {
  return action.requires_step_up || !action.inspectable ? "step_up" : tierMeaning(action.risk_level).gesture;
}

export const GESTURE_WORDS: Record<Gesture, string> = {
  tap: "one tap",
  tap_with_preview: "one tap with the preview in view",
  confirm: "a confirmation that repeats the change",
  step_up: "three steps: read it whole, type the reference, enter a code",
};

export type OverviewSwitch = Overview["switches"][number];

/** The engaged switch that halts approving this tier. ns_writes does not: it holds back the writing, not the decision. */
export function blockingSwitch(overview: Overview, tier: number): OverviewSwitch | null {
  const engaged = overview.switches.filter((entry) => entry.engaged);
  return (
    engaged.find((entry) => entry.name === "proposed_apply") ??
    (tier >= 4 ? engaged.find((entry) => entry.name === "high_risk_ops") : undefined) ??
    null
  );
}

/** Why approving is not offered, in a sentence; null where it is. Rejecting is a separate question. */
export function whyNotApprove(
  action: ActionSummary,
  overview: Overview,
  role: Role,
  now: number,
): string | null {
  if (!mayDecide(role)) return cannotDecide(role);
  if (action.status !== "pending") return "This action is no longer waiting for a decision.";
  if (Date.parse(action.expires_at) <= now)
    return "This proposal has expired. Propose it again to bring it back.";
  if (action.approved_by_me) {
    return `You have approved this. ${action.approvals} of ${action.required_approvals} approvals are in; somebody else has to give the next.`;
  }
  const blocking = blockingSwitch(overview, action.risk_level);
  return blocking
    ? `${SWITCH_TITLES[blocking.name]} is engaged: approving is halted. You can still reject.`
    : (whyNotDecide(action, overview.standing, now) ?? whyVoteCountsNot(action, overview.standing, now));
}

function cannotDecide(role: Role): string {
  return mayAdminister(role)
    ? "You are a steward: you administer and decide nothing. Approving and rejecting need the approver role."
    : "You are a viewer: approving and rejecting need the approver role.";
}

/** Rejecting goes on whatever switch is engaged. Only fresh credentials stand in its way. */
export function mayReject(action: ActionSummary, overview: Overview, role: Role, now: number): boolean {
  return (
    mayDecide(role) && action.status === "pending" && whyNotDecide(action, overview.standing, now) === null
  );
}
