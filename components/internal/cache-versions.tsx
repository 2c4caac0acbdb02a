"use client";
import { ActionLink } from "@/components/action/change/version-link";
import { HiddenContent } from "@/components/data/hidden-content";
import { PagedList } from "@/components/data/paged-list";
import { usePages } from "@/components/data/use-pages";
import { UntrustedText } from "@/components/ui/untrusted-text";
import { EmptyState } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import type { CacheVersionList } from "@/lib/contract/actions/drafts-and-caches";
import { PageFrame } from "@/components/ui/page";
import { formatCount } from "@/lib/view/decimal";

/** The current version of each cache, for those who keep a copy to compare with. */
export function CacheVersions({ initial }: { initial: CacheVersionList }) {
  const list = usePages<CacheVersionList>({
    queryKey: ["cache-versions"],
    path: (cursor) => `/api/cache-versions${cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`}`,
    first: initial,
  });
  return (
    <PageFrame
      title="Caches"
      text="Each approved invalidation raises a cache's version by one, and each applied write that of its record's cache. A consumer that keeps a copy compares versions, or follows the event hitl.applied."
    >
      {list.pages.some(({ redacted }) => redacted) && <HiddenContent />}
      <PagedList
        list={list}
        name="caches"
        empty={
          <EmptyState
            title="No cache has been invalidated yet"
            text="An agent proposes a cache invalidation; once it is applied, the cache and its version stand here."
          />
        }
        more="Show more caches"
      >
        <ul aria-label="Caches" className="grid overflow-hidden rounded-[10px] border bg-panel shadow-lift">
          {list.items.map(({ name, version, action_id, invalidated_at }, index) => (
            <li
              key={name ?? index}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b px-4 py-3 last:border-b-0"
            >
              <span className="min-w-0 flex-1 font-mono text-sm font-medium break-words">
                {name === null ? (
                  <span className="font-sans text-ink-3">Hidden</span>
                ) : (
                  <UntrustedText>{name}</UntrustedText>
                )}
              </span>
              <span className="font-mono text-sm tabular-nums">
                <span className="text-ink-3">version </span>
                {formatCount(version)}
              </span>
              <span className="text-xs text-ink-3 max-md:basis-full">
                <RelativeTime iso={invalidated_at} /> by <ActionLink id={action_id} />
              </span>
            </li>
          ))}
        </ul>
      </PagedList>
    </PageFrame>
  );
}
