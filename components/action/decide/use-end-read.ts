"use client";
import { useEffect, useState, type RefCallback } from "react";

/** The end of what is read counts once it has been in view for as long on end. */
const LOOK_AT_LEAST_MS = 300;

/** A pixel between two pixels of the screen may be a little short of its place. */
const mostOfIt = 0.9;

/** True for good once the watched edge has been in view for 300 ms on end, past every box that cuts it off. */
export function useEndRead(): [read: boolean, watchEnd: RefCallback<HTMLElement>] {
  const [end, watchEnd] = useState<HTMLElement | null>(null);
  const [read, setRead] = useState(false);
  useEffect(() => {
    if (!end) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        // A busy page hears of several moves at once; where it stands now is the last of them.
        const last = entries.at(-1);
        if (last && last.intersectionRatio >= mostOfIt)
          timer = setTimeout(() => setRead(true), LOOK_AT_LEAST_MS);
      },
      { threshold: mostOfIt },
    );
    observer.observe(end);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [end]);
  return [read, watchEnd];
}
