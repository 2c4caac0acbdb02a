"use client";
import { Button } from "@/components/ui/button";
import type { usePages } from "./use-pages";

interface ShowMoreProps {
  query: Pick<ReturnType<typeof usePages>["query"], "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  label: string;
  busyLabel: string;
  className?: string;
}

/** Reads the next page of a list; nothing once the last one is here. */
export function ShowMore({ query, label, busyLabel, className }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      className={className}
      disabled={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {query.isFetchingNextPage ? busyLabel : label}
    </Button>
  );
}
