"use client";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { movedPx } from "./keep-in-place";

/**
 * Counts how often all rows have moved at once: something above the list, such as a banner, has pushed them up or down, or the
 * list has another width, so that their texts break into other lines. The count grows in the frame that shows the rows at their
 * new places, so that a press there cannot decide a row that the reader has not yet seen there.
 */
export function useShifts(scroller: RefObject<HTMLElement | null>): number {
  const [shifts, setShifts] = useState(0);
  const place = useRef({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const list = scroller.current;
    if (!list) return;
    place.current = list.getBoundingClientRect();
    // The page is as high as its window: a list whose edge moves changes its height too.
    const observer = new ResizeObserver(() => {
      const now = list.getBoundingClientRect();
      const { top, width } = place.current;
      if (Math.abs(now.top - top) < movedPx && now.width === width) return;
      place.current = now;
      flushSync(() => setShifts((before) => before + 1));
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [scroller]);
  return shifts;
}
