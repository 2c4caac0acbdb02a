import type { Approvals } from "@/lib/contract/workflows/approvals";
import type { ApprovalStatus, ApprovalTier } from "@/lib/core/run/approval";
import type { RiskTier } from "@/lib/core/action/risk-tier";
import { questionHref } from "@/lib/view/questions/question-href";
import { actionHref } from "@/lib/view/views";
import { type Tone, actionTypeTitle } from "@/lib/view/words";

/** Approvals in words. */

type Approval = Approvals["items"][number];

/** `tier`: the one whose colours it has. */
export const APPROVAL_TIER_WORDS: Record<ApprovalTier, { title: string; means: string; tier: RiskTier }> = {
  low: { title: "Low", means: "L1 and L2", tier: 2 },
  med: { title: "Medium", means: "L3", tier: 3 },
  high: { title: "High", means: "L4, L5 and requests", tier: 4 },
};

export const APPROVAL_STATUS_WORDS: Record<ApprovalStatus, { title: string; tone: Tone }> = {
  requested: { title: "Requested", tone: "warn" },
  approved: { title: "Approved", tone: "good" },
  rejected: { title: "Rejected", tone: "bad" },
  expired: { title: "Expired", tone: "neutral" },
  canceled: { title: "Canceled", tone: "neutral" },
};

/** Its subject: `Bid price`, or the tool that would send. */
export const approvalTitle = ({ action_type: type, tool }: Approval): string =>
  type === null ? `May ${tool ?? "a step"} send this?` : actionTypeTitle(type);

/** Where it is decided. */
export const approvalHref = ({ kind, id }: Approval): string =>
  kind === "action" ? actionHref(id) : questionHref(id);

const ENDED_BY: Partial<Record<ApprovalStatus, string>> = {
  approved: "Approved",
  rejected: "Rejected",
  canceled: "Canceled",
};

/** `Approved by Ana Ruiz`. Null: nobody decided it. An action that was approved and then withdrawn names whoever approved it. */
export function decidedWords({ status, kind, decided_by: by }: Approval): string | null {
  if (by === null) return null;
  if (status === "canceled" && kind === "action") return `Approved before by ${by}`;
  const verb = ENDED_BY[status];
  return verb === undefined ? null : `${verb} by ${by}`;
}
