"use client";
import { useEffect, useState, type RefObject } from "react";

/** Nothing decides what was in view for less: a finger on its way down must not meet a row that has just moved there. */
export const ARMED_AFTER_MS = 300;

/** True once `element` has been in view for 300 ms on end; false again when it leaves. Starts anew with each `key`. */
export function useArmed(element: RefObject<HTMLElement | null>, key: string | number): boolean {
  const [armedKey, setArmedKey] = useState<string | number | null>(null);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (entry?.isIntersecting) timer = setTimeout(() => setArmedKey(key), ARMED_AFTER_MS);
        else setArmedKey(null);
      },
      { threshold: 0.5 },
    );
    observer.observe(target);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      setArmedKey(null);
    };
  }, [element, key]);
  return armedKey === key;
}
