"use client";
import { type ComponentType, useEffect, useImperativeHandle, useState } from "react";
import { flushSync } from "react-dom";
import { betweenPresses } from "@/components/ui/hand/arrivals";
import { focusCard, type RowsProps } from "./rows-contract";

/**
 * The list's rows. The first screen is plain and comes with the page. The virtual list, which lets ten thousand rows scroll,
 * is a fifth of the page's own code and takes over once it has loaded. It renders every card anew, so it waits for the end
 * of a press: a button that is replaced between press and release gets no click.
 */
export function Rows(props: RowsProps) {
  const [loaded, setLoaded] = useState<{ VirtualRows: ComponentType<RowsProps> } | null>(null);
  useEffect(() => {
    let giveUp = () => {};
    let isGone = false;
    import("./virtual-rows").then(
      ({ VirtualRows }) => {
        const takeOver = () => keepingFocus(() => flushSync(() => setLoaded({ VirtualRows })));
        if (!isGone) giveUp = betweenPresses(takeOver);
      },
      (error: unknown) =>
        setLoaded(() => {
          throw error;
        }),
    );
    return () => {
      isGone = true;
      giveUp();
    };
  }, []);
  return loaded ? <loaded.VirtualRows {...props} /> : <FirstRows {...props} />;
}

/** A card that has the focus is rendered anew as well. */
function keepingFocus(change: () => void): void {
  const card = document.activeElement?.closest("[role=feed] [data-action-id]");
  change();
  if (card) focusCard(Number(card.getAttribute("data-action-id")));
}

const firstScreenRows = 12;

function FirstRows({ ids, renderRow, label, ref }: RowsProps) {
  useImperativeHandle(ref, () => ({ reveal: () => {}, focusRow: focusCard }));
  return (
    <div role="feed" aria-label={label} aria-busy="true">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {ids.slice(0, firstScreenRows).map((id, index) => (
          <div key={id}>{renderRow(index)}</div>
        ))}
      </div>
    </div>
  );
}
