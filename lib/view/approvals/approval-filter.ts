import {
  APPROVAL_STATUSES,
  APPROVAL_TIERS,
  type ApprovalStatus,
  type ApprovalTier,
} from "@/lib/core/run/approval";

/** The filter of the page of approvals, as its address says it. */

export interface ApprovalFilter {
  status: ApprovalStatus | null;
  tier: ApprovalTier | null;
  workspace: string | null;
}

const approvalsPerPage = 25;

/** Anything else in an address means nothing. */
export function parseApprovalFilter(param: (name: string) => string | null): ApprovalFilter {
  const workspace = param("workspace");
  return {
    status: APPROVAL_STATUSES.find((status) => status === param("status")) ?? null,
    tier: APPROVAL_TIERS.find((tier) => tier === param("tier")) ?? null,
    workspace: workspace !== null && /^[a-z][a-z0-9-]{0,62}$/.test(workspace) ? workspace : null,
  };
}

const searchOf = ({ status, tier, workspace }: ApprovalFilter): Record<string, string> => ({
  ...(status ? { status } : {}),
  ...(tier ? { tier } : {}),
  ...(workspace ? { workspace } : {}),
});

export function approvalFilterHref(filter: ApprovalFilter): string {
  const search = new URLSearchParams(searchOf(filter));
  return search.size > 0 ? `/approvals?${search.toString()}` : "/approvals";
}

/** The query of GET /api/approvals. */
export const approvalsQueryOf = (filter: ApprovalFilter): URLSearchParams =>
  new URLSearchParams({ ...searchOf(filter), limit: String(approvalsPerPage) });
