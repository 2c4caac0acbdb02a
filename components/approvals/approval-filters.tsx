"use client";
import { useRouter } from "next/navigation";
import { FilterBar, FilterChoice } from "@/components/ui/filter-bar";
import { APPROVAL_STATUSES, APPROVAL_TIERS } from "@/lib/core/run/approval";
import { type ApprovalFilter, approvalFilterHref } from "@/lib/view/approvals/approval-filter";
import { APPROVAL_STATUS_WORDS, APPROVAL_TIER_WORDS } from "@/lib/view/approvals/approval-words";

interface ApprovalFiltersProps {
  filter: ApprovalFilter;
  workspaces: readonly string[];
}

/** Filters by status, tier and workspace; kept in the address. */
export function ApprovalFilters({ filter, workspaces }: ApprovalFiltersProps) {
  const router = useRouter();
  const go = (change: Partial<ApprovalFilter>) =>
    router.replace(approvalFilterHref({ ...filter, ...change }));
  const names = new Set(workspaces);
  if (filter.workspace !== null) names.add(filter.workspace);
  return (
    <FilterBar
      label="Approvals by status"
      tabsClassName="max-md:gap-3.5"
      tabs={[null, ...APPROVAL_STATUSES].map((status) => ({
        key: status ?? "any",
        name: status === null ? "All" : APPROVAL_STATUS_WORDS[status].title,
        href: approvalFilterHref({ ...filter, status }),
        here: filter.status === status,
      }))}
    >
      <div className="flex min-w-0 gap-2 max-md:w-full">
        <FilterChoice
          label="Of which tier"
          any="Any tier"
          value={filter.tier}
          options={APPROVAL_TIERS.map((tier) => ({
            value: tier,
            name: `${APPROVAL_TIER_WORDS[tier].title}: ${APPROVAL_TIER_WORDS[tier].means}`,
          }))}
          onChoose={(tier) => go({ tier })}
        />
        <FilterChoice
          label="Of which workspace"
          any="Any workspace"
          value={filter.workspace}
          options={[...names].map((name) => ({ value: name, name }))}
          onChoose={(workspace) => go({ workspace })}
        />
      </div>
    </FilterBar>
  );
}
