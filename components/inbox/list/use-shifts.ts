"use client";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { movedPx } from "./keep-in-place";

/**
 * Counts how often something above the list, such as a banner, has moved all its rows up or down. The count grows in the
 * frame that shows the rows at their new places, so that a press there cannot decide a row that the reader has not yet seen
 * there.
 */
export function useShifts(scroller: RefObject<HTMLElement | null>): number {
  const [shifts, setShifts] = useState(0);
  const top = useRef(0);
  useLayoutEffect(() => {
    const list = scroller.current;
    if (!list) return;
    top.current = list.getBoundingClientRect().top;
    // The page is as high as its window: a list whose edge moves changes its height too.
    const observer = new ResizeObserver(() => {
      const now = list.getBoundingClientRect().top;
      if (Math.abs(now - top.current) < movedPx) return;
      top.current = now;
      flushSync(() => setShifts((before) => before + 1));
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [scroller]);
  return shifts;
}
