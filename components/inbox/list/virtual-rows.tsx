"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useImperativeHandle } from "react";
import { cn } from "@/components/ui/cn";
import { focusCard, type RowsProps } from "./rows-contract";

/** A row that is as high as expected is placed once. */
const sizes = { rows: { estimatedPx: 52, gapPx: 0 }, cards: { estimatedPx: 118, gapPx: 8 } };
const nearEndRows = 20;

/**
 * Only the rows on screen and a few around them exist. They stand in normal flow between two spacers, as the
 * plain first screen does that they take over from.
 */
export function VirtualRows({ ids, density, scroller, renderRow, onNearEnd, label, ref }: RowsProps) {
  const { estimatedPx, gapPx } = sizes[density ?? "cards"];
  // The same function for the same rows: with a new one every step of a scroll would place ten thousand rows again.
  const keyOf = useCallback((index: number) => ids[index]!, [ids]);
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not used here
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedPx,
    getItemKey: keyOf,
    gap: gapPx,
    overscan: 6,
    // Without these its first rendering has no rows, although a pointer may rest on one.
    initialRect: { width: 0, height: scroller.current?.clientHeight ?? 0 },
    initialOffset: () => scroller.current?.scrollTop ?? 0,
  });
  const visible = rows.getVirtualItems();
  const first = visible[0];
  const last = visible.at(-1);
  const above = first?.start ?? 0;
  const below = last ? rows.getTotalSize() - last.end : 0;

  const nearEnd = last !== undefined && last.index >= ids.length - nearEndRows;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd, ids.length]);

  useImperativeHandle(ref, () => {
    const reveal = (id: number) => {
      const index = ids.indexOf(id);
      if (index >= 0) rows.scrollToIndex(index, { align: "auto" });
    };
    const focusRow = (id: number) => {
      reveal(id);
      // The row may have to be rendered first.
      requestAnimationFrame(() => requestAnimationFrame(() => focusCard(id)));
    };
    return { reveal, focusRow };
  });

  return (
    <div role="feed" aria-label={label} aria-busy="false">
      {above > 0 && <div aria-hidden style={{ height: above }} />}
      <div className={cn("grid grid-cols-[minmax(0,1fr)]", density === "cards" && "gap-2")}>
        {visible.map((row) => (
          <div key={row.key} data-index={row.index} ref={rows.measureElement}>
            <Row index={row.index} density={density} renderRow={renderRow} />
          </div>
        ))}
      </div>
      {below > 0 && <div aria-hidden style={{ height: below }} />}
    </div>
  );
}

/** A step of a scroll renders the rows that it brings, and none of those that stay. */
const Row = memo(function Row({
  index,
  density,
  renderRow,
}: Pick<RowsProps, "density" | "renderRow"> & { index: number }) {
  return renderRow(index, density);
});
