import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { ViewerStanding } from "@/lib/contract/monitoring/overview";
import { durationText } from "@/lib/view/time";

/**
 * Why the viewer cannot decide for now, by their own standing. The server judges every decision again (decide_action,
 * weigh_voters); this says so before the press.
 */

type Weighed = Pick<ActionSummary, "risk_level" | "required_approvals">;

const highTier = 4;

/** Somebody whose credentials were replaced decides nothing at L4 and L5: they reject nothing either. */
export function whyNotDecide(
  { risk_level: tier }: Weighed,
  { recovery }: ViewerStanding,
  now: number,
): string | null {
  const leftMs = timeLeft(recovery?.until ?? null, now);
  if (tier < highTier || !recovery || leftMs === null) return null;
  return `${recovery.by} gave you new credentials, so you decide nothing at L4 and L5 for another ${durationText(leftMs)}, or until another administrator confirms that it is you.`;
}

/** The approvals of somebody new in office do not count yet at L4 and L5, nor where two must approve. Rejecting does. */
export function whyVoteCountsNot(action: Weighed, standing: ViewerStanding, now: number): string | null {
  const leftMs = timeLeft(standing.new_in_office_until, now);
  if ((action.risk_level < highTier && action.required_approvals < 2) || leftMs === null) return null;
  return `You are new in office: your approval counts here in ${durationText(leftMs)}. Until then somebody else has to approve this; you can reject.`;
}

/** Null: that time is over, or there is none. */
function timeLeft(until: string | null, now: number): number | null {
  const leftMs = until === null ? 0 : Date.parse(until) - now;
  return leftMs > 0 ? leftMs : null;
}
