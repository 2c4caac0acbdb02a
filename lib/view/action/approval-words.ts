import type { Reproposal } from "@/lib/contract/actions/live-view";
import { tierMeaning } from "@/lib/core/action/risk-tier";
import { GESTURE_WORDS } from "./gesture";

/** `one approver, with one tap` */
export function approvalWords({
  risk_level: tier,
  requires_step_up: stepUp,
  required_approvals: approvals,
}: Pick<Reproposal, "risk_level" | "requires_step_up" | "required_approvals">): string {
  const approvers = approvals === 1 ? "One approver" : `${approvals === 2 ? "Two" : approvals} approvers`;
  return `${approvers}, with ${GESTURE_WORDS[stepUp ? "step_up" : tierMeaning(tier).gesture]}`;
}
