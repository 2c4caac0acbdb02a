"use client";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Below this a card is still under the finger that aims at it. */
const pushedPx = 4;

/**
 * Counts the times that something above the list, such as a banner, has pushed all its rows up or down. The count grows in
 * the frame that shows the rows at their new places, so that no press meets a row there that counts as known.
 */
export function usePushes(scroller: RefObject<HTMLElement | null>): number {
  const [pushes, setPushes] = useState(0);
  const top = useRef(0);
  useLayoutEffect(() => {
    const list = scroller.current;
    if (!list) return;
    top.current = list.getBoundingClientRect().top;
    // The page is as high as its window: a list whose edge moves changes its height too.
    const observer = new ResizeObserver(() => {
      const now = list.getBoundingClientRect().top;
      if (Math.abs(now - top.current) < pushedPx) return;
      top.current = now;
      flushSync(() => setPushes((before) => before + 1));
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [scroller]);
  return pushes;
}
