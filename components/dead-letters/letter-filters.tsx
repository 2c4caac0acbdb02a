"use client";
import { usePathname, useRouter } from "next/navigation";
import { FilterBar, FilterSelect } from "@/components/ui/filter-bar";
import type { DeadLetters } from "@/lib/contract/monitoring/dead-letters";
import type { LetterFilter } from "./letter-filter";

/** Letters that lie there or that went back, and of which cause; the address keeps it. */
export function LetterFilters({ filter, causes }: { filter: LetterFilter; causes: DeadLetters["causes"] }) {
  const path = usePathname();
  const router = useRouter();
  const href = (change: Partial<LetterFilter>) => {
    const { replayed, cause } = { ...filter, ...change };
    const search = new URLSearchParams({
      ...(replayed ? { tab: "replayed" } : {}),
      ...(cause ? { cause } : {}),
    });
    return search.size > 0 ? `${path}?${search.toString()}` : path;
  };
  const codes = new Map(causes.map(({ code, count }) => [code, count]));
  if (filter.cause && !codes.has(filter.cause)) codes.set(filter.cause, 0);
  return (
    <FilterBar
      label="Dead letters by state"
      tabs={[false, true].map((replayed) => ({
        key: String(replayed),
        name: replayed ? "Replayed" : "To review",
        href: href({ replayed, cause: null }),
        here: filter.replayed === replayed,
      }))}
    >
      <FilterSelect
        label="Cause"
        value={filter.cause ?? ""}
        onChoose={(value) => router.replace(href({ cause: value || null }))}
      >
        <option value="">Any cause</option>
        {[...codes].map(([code, count]) => (
          <option key={code} value={code}>
            {code} ({count})
          </option>
        ))}
      </FilterSelect>
    </FilterBar>
  );
}
