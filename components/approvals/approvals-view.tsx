/** This room shows approvals in the words of workflows: low, medium and high, whatever asked for them. */
"use client";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { PagedList } from "@/components/data/paged-list";
import { useListKeys } from "@/components/keyboard/use-list-keys";
import { PageFrame } from "@/components/ui/page";
import { EmptyState } from "@/components/ui/states";
import { RowList } from "@/components/ui/lists/row-list";
import {
  type ApprovalFilter,
  approvalFilterHref,
  parseApprovalFilter,
} from "@/lib/view/approvals/approval-filter";
import { ApprovalFilters } from "./approval-filters";
import { ApprovalRow } from "./approval-row";
import { type InitialApprovals, useApprovals } from "./queries";

export function ApprovalsView({ initial }: { initial: InitialApprovals }) {
  const params = useSearchParams();
  const filter = useMemo(() => parseApprovalFilter((name) => params.get(name)), [params]);
  const list = useApprovals(filter, initial);
  const rows = useListKeys("[data-approval-link]");
  return (
    <PageFrame
      title="Approvals"
      text="Every approval that was asked for: of proposed actions, and of requests that a run sends only when people agree. Each opens where it is decided."
    >
      <ApprovalFilters filter={filter} workspaces={initial.workspaces} />
      <section aria-labelledby="approvals-heading" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id="approvals-heading" className="sr-only">
          Approvals
        </h2>
        <PagedList list={list} name="approvals" empty={<NoApprovals filter={filter} />} more="Show more">
          <RowList ref={rows} aria-label="Approvals, newest first" aria-busy={list.query.isPlaceholderData}>
            {list.items.map((approval) => (
              <li
                key={`${approval.kind} ${approval.id}`}
                data-approval={`${approval.kind}-${approval.id}`}
                data-status={approval.status}
              >
                <ApprovalRow approval={approval} />
              </li>
            ))}
          </RowList>
        </PagedList>
      </section>
    </PageFrame>
  );
}

function NoApprovals({ filter }: { filter: ApprovalFilter }) {
  const isFiltered = approvalFilterHref(filter) !== "/approvals";
  return (
    <EmptyState
      title={isFiltered ? "No approval fits" : "Nothing was asked for yet"}
      text={
        isFiltered
          ? "Choose another status, tier or workspace."
          : "Proposals of agents and workflows stand here once there is something to approve."
      }
    >
      {isFiltered && (
        <Link href="/approvals" className="text-sm underline underline-offset-2 max-md:py-3">
          See all approvals
        </Link>
      )}
    </EmptyState>
  );
}
