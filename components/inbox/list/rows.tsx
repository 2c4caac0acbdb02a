"use client";
import { type ComponentType, useEffect, useImperativeHandle, useState } from "react";
import { flushSync } from "react-dom";
import { cn } from "@/components/ui/cn";
import { betweenPresses } from "@/components/ui/hand/arrivals";
import { onceIdle } from "@/components/ui/hand/once-idle";
import { focusCard, type RowsProps } from "./rows-contract";

/**
 * The list's rows. The first screen is plain and comes with the page. The virtual list, which lets ten thousand rows scroll,
 * is a fifth of the page's own code and takes over once it has loaded. It renders every card again: on a slow machine that
 * takes the time in which the first key would begin to count, so the page has nothing else to do by then, or a hand is on it.
 * And it waits for the end of a press: a button that is replaced between press and release gets no click.
 */
export function Rows(props: RowsProps) {
  const [loaded, setLoaded] = useState<{ VirtualRows: ComponentType<RowsProps> } | null>(null);
  useEffect(() => {
    let giveUp = () => {};
    let isGone = false;
    const load = async () => {
      try {
        const { VirtualRows } = await import("./virtual-rows");
        const takeOver = () => keepingFocus(() => flushSync(() => setLoaded({ VirtualRows })));
        if (!isGone) giveUp = onceIdle(() => (giveUp = betweenPresses(takeOver)));
      } catch (error) {
        setLoaded(() => {
          throw error;
        });
      }
    };
    giveUp = onceIdle(() => void load());
    return () => {
      isGone = true;
      giveUp();
    };
  }, []);
  // Rows of another height are measured again.
  return loaded && props.density ? (
    <loaded.VirtualRows key={props.density} {...props} />
  ) : (
    <FirstRows {...props} />
  );
}

/** A card that has the focus is rendered again as well. */
function keepingFocus(change: () => void): void {
  const card = document.activeElement?.closest("[role=feed] [data-action-id]");
  change();
  if (card) focusCard(Number(card.getAttribute("data-action-id")));
}

/** The rows that fit on one screen. */
const firstScreen = { rows: 20, cards: 12 };

/** In both forms for as long as they stand, where they came so: what is pressed there is not rendered again for the width. */
function FirstRows({ ids, renderRow, label, ref, ...props }: RowsProps) {
  const [density] = useState(props.density);
  useImperativeHandle(ref, () => ({ reveal: () => {}, focusRow: focusCard }));
  return (
    <div role="feed" aria-label={label} aria-busy="true">
      <div
        className={cn(
          "grid grid-cols-[minmax(0,1fr)]",
          density === "cards" && "gap-2",
          density === null && "max-md:gap-2",
        )}
      >
        {ids.slice(0, firstScreen[density ?? "rows"]).map((id, index) => (
          <div key={id}>{renderRow(index, density)}</div>
        ))}
      </div>
    </div>
  );
}
