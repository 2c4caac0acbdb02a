"use client";
import { useEffect } from "react";
import { ReadFailure } from "@/components/data/read-failure";
import { Skeleton } from "@/components/ui/states";
import type { ActionSummary } from "@/lib/contract/action-view";
import { LineRow } from "./line-row";
import { useLines } from "./queries";

/**
 * Every line one below the other, for reading a roll to its end: all of them exist, and the browser lays out what is near.
 * `onShown` says that the end below them is the end.
 */
export function ReadLines({ action, onShown }: { action: ActionSummary; onShown: () => void }) {
  const lines = useLines(action);
  const isThere = lines.data !== undefined;
  useEffect(() => {
    if (isThere) onShown();
  }, [isThere, onShown]);
  if (!lines.data) {
    return lines.error ? (
      <ReadFailure title="The lines could not be loaded" query={lines} />
    ) : (
      <Skeleton words="Loading the lines…" lines={8} />
    );
  }
  const { items, currency, line_count: lineCount } = lines.data;
  return (
    <ol className="overflow-hidden rounded-[9px] border bg-panel [&>li]:[contain-intrinsic-size:auto_56px] [&>li]:[content-visibility:auto]">
      {items.map((line) => (
        <LineRow key={line.line_no} line={line} currency={currency} live={undefined} lineCount={lineCount} />
      ))}
    </ol>
  );
}
