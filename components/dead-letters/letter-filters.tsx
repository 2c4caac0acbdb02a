"use client";
import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { cn } from "@/components/ui/cn";
import type { DeadLetters } from "@/lib/contract/upkeep";
import type { LetterFilter } from "./letter-filter";

/** What lies there or what went back, and of which cause; kept in the address. */
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
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-b">
      <nav aria-label="Dead letters by state" className="flex gap-5">
        {[false, true].map((replayed) => (
          <Link
            key={String(replayed)}
            href={href({ replayed, cause: null })}
            aria-current={filter.replayed === replayed ? "page" : undefined}
            className={cn(
              "-mb-px flex min-h-9 items-center border-b-2 border-transparent px-0.5 text-sm text-ink-2 hover:text-ink max-md:min-h-11",
              filter.replayed === replayed && "border-ink! font-medium text-ink!",
            )}
          >
            {replayed ? "Replayed" : "To look at"}
          </Link>
        ))}
      </nav>
      <select
        aria-label="Cause"
        value={filter.cause ?? ""}
        onChange={(event) => router.replace(href({ cause: event.target.value || null }))}
        className="mb-2 min-h-8 max-w-full min-w-0 rounded-lg border border-line-strong bg-panel px-2 text-xs max-md:min-h-11 max-md:w-full max-md:text-sm"
      >
        <option value="">Any cause</option>
        {[...codes].map(([code, count]) => (
          <option key={code} value={code}>
            {code} ({count})
          </option>
        ))}
      </select>
    </div>
  );
}
