"use client";
import { useEffect, useState } from "react";

const secondsUntil = (untilMs: number): number =>
  Math.max(0, Math.ceil((untilMs - performance.now()) / 1_000));

/** Whole seconds until a time of performance.now(), renewed as each of them ends. 0: it is over. */
export function useSecondsLeft(untilMs: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(untilMs));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      setSeconds(secondsUntil(untilMs));
      const leftMs = untilMs - performance.now();
      if (leftMs > 0) timer = setTimeout(look, leftMs % 1_000 || 1_000);
    };
    look();
    return () => clearTimeout(timer);
  }, [untilMs]);
  return seconds;
}
