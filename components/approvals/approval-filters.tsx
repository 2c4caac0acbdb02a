"use client";
import { useRouter } from "next/navigation";
import { FilterBar, FilterSelect } from "@/components/ui/filter-bar";
import { APPROVAL_STATUSES, APPROVAL_TIERS, type ApprovalTier } from "@/lib/core/run/approval";
import { type ApprovalFilter, approvalFilterHref } from "@/lib/view/approvals/approval-filter";
import { APPROVAL_STATUS_WORDS, APPROVAL_TIER_WORDS } from "@/lib/view/approvals/approval-words";

interface ApprovalFiltersProps {
  filter: ApprovalFilter;
  workspaces: readonly string[];
}

/** Which status, which tier and of which workspace; kept in the address. */
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
        <FilterSelect
          label="Of which tier"
          value={filter.tier ?? ""}
          onChoose={(tier) => go({ tier: (tier || null) as ApprovalTier | null })}
        >
          <option value="">Of every tier</option>
          {APPROVAL_TIERS.map((tier) => (
            <option key={tier} value={tier}>
              {APPROVAL_TIER_WORDS[tier].title}: {APPROVAL_TIER_WORDS[tier].means}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect
          label="Of which workspace"
          value={filter.workspace ?? ""}
          onChoose={(workspace) => go({ workspace: workspace || null })}
        >
          <option value="">Of every workspace</option>
          {[...names].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </FilterSelect>
      </div>
    </FilterBar>
  );
}
