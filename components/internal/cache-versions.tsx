"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { getJson, readingFailure } from "@/components/data/get-json";
import { POLL_MS } from "@/components/data/queries";
import { AgentText } from "@/components/ui/untrusted-text";
import { Button } from "@/components/ui/button";
import { EmptyState, Failure } from "@/components/ui/states";
import { RelativeTime } from "@/components/ui/time";
import type { CacheVersionList } from "@/lib/contract/internal";
import { INBOX_PATH } from "@/lib/view/views";
import { PageFrame } from "@/components/ui/page-frame";

/** Which version of each cache holds; whoever keeps one compares it with the version he has. */
export function CacheVersions({ initial }: { initial: CacheVersionList }) {
  const caches = useInfiniteQuery({
    queryKey: ["cache-versions"],
    queryFn: ({ pageParam, signal }) =>
      getJson<CacheVersionList>(
        `/api/cache-versions${pageParam === null ? "" : `?cursor=${encodeURIComponent(pageParam)}`}`,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    initialData: { pages: [initial], pageParams: [null] },
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  const items = caches.data.pages.flatMap(({ items: some }) => some);
  return (
    <PageFrame
      title="Caches"
      text="Each approved invalidation raises a cache's version by one. Whoever keeps a copy compares versions, or follows the event hitl.applied."
    >
      {caches.isError && <Failure title="The list is not fresh" text={readingFailure(caches.error)} />}
      {items.length === 0 ? (
        <EmptyState
          title="No cache was invalidated yet"
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
                <AgentText>{name}</AgentText>
              </span>
              <span className="font-mono text-sm tabular-nums">
                <span className="text-ink-3">version </span>
                {version.toLocaleString("en-US")}
              </span>
              <span className="text-xs text-ink-3 max-md:basis-full">
                <RelativeTime iso={invalidated_at} /> by{" "}
                <Link
                  href={`${INBOX_PATH}/${action_id}`}
                  className="font-mono text-ink-2 underline underline-offset-2 max-md:-my-3 max-md:py-3"
                >
                  #{action_id}
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
      {caches.hasNextPage && (
        <Button disabled={caches.isFetchingNextPage} onClick={() => void caches.fetchNextPage()}>
          {caches.isFetchingNextPage ? "Loading…" : "Show more caches"}
        </Button>
      )}
    </PageFrame>
  );
}
