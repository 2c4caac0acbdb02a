"use client";
import { useEffect, useState, type RefCallback } from "react";

/** Nothing decides what was in view for less: a finger on its way down must not meet a row that has just moved there. */
export const ARMED_AFTER_MS = 300;

/** A whole row may be a pixel short of its place. */
const mostOfIt = 0.9;

/**
 * True once the watched element has been in view for 300 ms on end; false again when it leaves. Starts again with each
 * `key`. Watched through a callback ref: what a dialog shows is mounted later than the dialog's own effects run.
 */
export function useArmed(key: string | number): [armed: boolean, watch: RefCallback<HTMLElement>] {
  const [element, watch] = useState<HTMLElement | null>(null);
  const [armedKey, setArmedKey] = useState<string | number | null>(null);
  useEffect(() => {
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        // A busy page hears of several moves at once; where it stands now is the last of them.
        const now = entries.at(-1);
        if (now && now.intersectionRatio >= mostOfIt)
          timer = setTimeout(() => setArmedKey(key), ARMED_AFTER_MS);
        else setArmedKey(null);
      },
      { threshold: mostOfIt },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      setArmedKey(null);
    };
  }, [element, key]);
  return [armedKey === key, watch];
}
