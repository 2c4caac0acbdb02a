"use client";
import { usePages } from "@/components/data/use-pages";
import type { Approvals } from "@/lib/contract/workflows/approvals";
import {
  type ApprovalFilter,
  approvalFilterHref,
  approvalsQueryOf,
} from "@/lib/view/approvals/approval-filter";

export interface InitialApprovals {
  filter: ApprovalFilter;
  first: Approvals;
  /** The names of all workspaces, to choose one. */
  workspaces: readonly string[];
}

/** The list of approvals. Its key belongs to the queries of runs, which are reloaded when an action or a question changes. */
export function useApprovals(filter: ApprovalFilter, { filter: initialFilter, first }: InitialApprovals) {
  const href = approvalFilterHref(filter);
  return usePages<Approvals>({
    queryKey: ["runs", "approvals", href],
    path: (cursor) => {
      const search = approvalsQueryOf(filter);
      if (cursor) search.set("cursor", String(cursor));
      return `/api/approvals?${search.toString()}`;
    },
    first: href === approvalFilterHref(initialFilter) ? first : null,
  });
}
