"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getJson } from "./get-json";
import { POLL_MS } from "./use-read";

interface Page {
  items: readonly unknown[];
  next_cursor: string | number | null;
}

interface PagesOptions<P extends Page> {
  queryKey: readonly unknown[];
  path: (cursor: P["next_cursor"]) => string;
  /** The first page as the server rendered it; null where it rendered another filter, or could not read it. */
  first: P | null;
  pollMs?: number | false;
  /** Stays as it was read: what happens since is a matter of `query.isStale`, and somebody asks for it. */
  stays?: boolean;
}

/** A list that is read page by page; while another filter's pages are on their way the ones before stay. */
export function usePages<P extends Page>({
  queryKey,
  path,
  first,
  pollMs = POLL_MS,
  stays = false,
}: PagesOptions<P>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => getJson<P>(path(pageParam as P["next_cursor"]), signal),
    initialPageParam: null as P["next_cursor"],
    getNextPageParam: (last: P) => last.next_cursor,
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
    ...(stays ? { staleTime: Infinity } : {}),
    ...(first ? { initialData: { pages: [first], pageParams: [null] } } : {}),
  });
  const pages: readonly P[] = query.data?.pages ?? [];
  return { query, pages, items: pages.flatMap((page) => page.items) as P["items"][number][] };
}
