"use client";
import { ActionLink } from "@/components/action/change/version-link";
import { readingFailure } from "@/components/data/get-json";
import { ShowMore } from "@/components/data/show-more";
import { usePages } from "@/components/data/use-pages";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { EmptyState, Failure } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import type { CacheVersionList } from "@/lib/contract/drafts-and-caches";
import { PageFrame } from "@/components/ui/page";

/** The current version of each cache, for those who keep a copy to compare with. */
export function CacheVersions({ initial }: { initial: CacheVersionList }) {
  const { query, items } = usePages<CacheVersionList>({
    queryKey: ["cache-versions"],
    path: (cursor) => `/api/cache-versions${cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`}`,
    first: initial,
  });
  return (
    <PageFrame
      title="Caches"
      text="Each approved invalidation raises a cache's version by one. Whoever keeps a copy compares versions, or follows the event hitl.applied."
    >
      {query.isError && <Failure title="The list is not fresh" text={readingFailure(query.error)} />}
      {items.length === 0 ? (
        <EmptyState
          title="No cache has been invalidated yet"
          text="An agent proposes a cache invalidation; once it is applied, the cache and its version stand here."
        />
      ) : (
        <ul aria-label="Caches" className="grid overflow-hidden rounded-[10px] border bg-panel shadow-lift">
          {items.map(({ name, version, action_id, invalidated_at }) => (
            <li
              key={name}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b px-4 py-3 last:border-b-0"
            >
              <span className="min-w-0 flex-1 font-mono text-sm font-medium break-words">
                <UntrustedText>{name}</UntrustedText>
              </span>
              <span className="font-mono text-sm tabular-nums">
                <span className="text-ink-3">version </span>
                {version.toLocaleString("en-US")}
              </span>
              <span className="text-xs text-ink-3 max-md:basis-full">
                <RelativeTime iso={invalidated_at} /> by <ActionLink id={action_id} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore query={query} label="Show more caches" busyLabel="Loading…" />
    </PageFrame>
  );
}
