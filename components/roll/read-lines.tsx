"use client";
import { memo, useEffect, useRef, type RefCallback, type RefObject } from "react";
import { ReadFailure } from "@/components/data/read-failure";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/states";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { LineRow } from "./line-row";
import { useLines } from "./queries";

interface ReadLinesProps {
  action: ActionSummary;
  /** Gets the end of the last line. It exists only while every line does. */
  watchEnd: RefCallback<HTMLElement>;
  /** The lowest line in view, once the lines are here; 0 while none is in view. */
  onLine: (line: number) => void;
}

/** Every line one below the other, for reading a roll to its end: all of them exist, and the browser lays out what is near. */
export const ReadLines = memo(function ReadLines({ action, watchEnd, onLine }: ReadLinesProps) {
  const lines = useLines(action);
  const list = useRef<HTMLOListElement>(null);
  const isWhole = lines.data !== undefined && lines.data.items.length === lines.data.line_count;
  useLowestLine(list, isWhole, onLine);
  if (!lines.data) {
    return lines.error ? (
      <ReadFailure title="The lines could not be loaded" query={lines} />
    ) : (
      <Skeleton words="Loading the lines…" lines={8} />
    );
  }
  const { items, currency, line_count: lineCount } = lines.data;
  if (!isWhole)
    return (
      <Failure
        title="The lines could not be loaded"
        text={`${items.length} of ${lineCount} came. A roll can be approved only once all of its lines are here.`}
      >
        <Button size="small" onClick={() => void lines.refetch()}>
          Try again
        </Button>
      </Failure>
    );
  return (
    <ol
      ref={list}
      className="@container overflow-clip rounded-[9px] border bg-panel [&>li]:[contain-intrinsic-size:auto_56px] [&>li]:[content-visibility:auto]"
    >
      {items.map((line, index) => (
        <LineRow
          key={line.line_no}
          line={line}
          currency={currency}
          live={undefined}
          lineCount={lineCount}
          watchEnd={index === items.length - 1 ? watchEnd : undefined}
        />
      ))}
    </ol>
  );
});

/** A line of which most is in view counts: its last pixel need not be. */
const mostOfIt = 0.9;

function useLowestLine(
  list: RefObject<HTMLOListElement | null>,
  isWhole: boolean,
  onLine: ReadLinesProps["onLine"],
): void {
  useEffect(() => {
    if (!isWhole || !list.current) return;
    const inView = new Set<number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          const line = Number((target as HTMLElement).dataset.lineNo);
          if (intersectionRatio >= mostOfIt) inView.add(line);
          else inView.delete(line);
        }
        onLine(Math.max(0, ...inView));
      },
      { threshold: mostOfIt },
    );
    for (const row of list.current.children) observer.observe(row);
    return () => observer.disconnect();
  }, [list, isWhole, onLine]);
}
