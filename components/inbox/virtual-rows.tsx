"use client";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useImperativeHandle, type ReactNode, type Ref, type RefObject } from "react";

export interface RowsHandle {
  /** Brings a row on screen and puts the focus on it. */
  focusRow: (id: number) => void;
  reveal: (id: number) => void;
}

interface VirtualRowsProps {
  ids: readonly number[];
  scroller: RefObject<HTMLElement | null>;
  renderRow: (index: number) => ReactNode;
  onNearEnd: () => void;
  label: string;
  ref: Ref<RowsHandle>;
}

const estimatedRowPx = 118;
const gapPx = 8;
const nearEndRows = 20;
/** What the server renders before it knows a height: one screen. */
const firstRect = { width: 480, height: 900 };

/**
 * Only the rows on screen and a few around them exist. They stand in normal flow between two spacers, so the first
 * screen is right before any script has run and needs no style attribute.
 */
export function VirtualRows({ ids, scroller, renderRow, onNearEnd, label, ref }: VirtualRowsProps) {
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not used here
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedRowPx,
    getItemKey: (index) => ids[index]!,
    gap: gapPx,
    overscan: 6,
    initialRect: firstRect,
  });
  const shown = rows.getVirtualItems();
  const first = shown[0];
  const last = shown.at(-1);
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
      const link = () => document.querySelector<HTMLElement>(`[data-card-link="${id}"]`);
      // The row may have to be rendered first.
      requestAnimationFrame(() => requestAnimationFrame(() => link()?.focus({ preventScroll: true })));
    };
    return { reveal, focusRow };
  });

  return (
    <div role="feed" aria-label={label} aria-busy="false">
      {above > 0 && <div aria-hidden style={{ height: above }} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {shown.map((row) => (
          <div key={row.key} data-index={row.index} ref={rows.measureElement}>
            {renderRow(row.index)}
          </div>
        ))}
      </div>
      {below > 0 && <div aria-hidden style={{ height: below }} />}
    </div>
  );
}
