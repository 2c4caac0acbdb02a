"use client";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/states";
import { ReadFailure } from "./read-failure";
import type { usePages } from "./use-pages";

interface PagedListProps {
  list: ReturnType<typeof usePages>;
  /** In the plural: `jobs`. */
  name: string;
  /** Stands in the place of a list without entries. */
  empty: ReactNode;
  isEmpty?: boolean;
  /** On the button for the next page. */
  more: string;
  children: ReactNode;
}

/** The entries of a list that is read page by page, or words for when they are on their way, none, or not to be had. */
export function PagedList({ list, name, empty, isEmpty, more, children }: PagedListProps) {
  const { query, items } = list;
  if (query.isLoadingError) return <ReadFailure title={`The ${name} could not be read`} query={query} />;
  if (query.isPending) return <Skeleton words={`Reading the ${name}…`} lines={9} />;
  return (
    <>
      {query.isRefetchError && (
        <ReadFailure title={`These ${name} are as they were; they could not be read again`} query={query} />
      )}
      {(isEmpty ?? items.length === 0) ? empty : children}
      {query.hasNextPage && (
        <Button
          className="justify-self-center"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? "Reading…" : more}
        </Button>
      )}
    </>
  );
}
