"use client";
import { useEffect, useState } from "react";

const secondsOf = (leftMs: number): number => Math.max(0, Math.ceil(leftMs / 1_000));

/** Whole seconds until a time of performance.now(), renewed as each of them ends. 0: it is over. */
export function useSecondsLeft(untilMs: number): number {
  const [seconds, setSeconds] = useState(() => secondsOf(untilMs - performance.now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      // Read once: between two readings the end can pass, and the last second would stay.
      const leftMs = untilMs - performance.now();
      setSeconds(secondsOf(leftMs));
      if (leftMs > 0) timer = setTimeout(look, leftMs % 1_000 || 1_000);
    };
    look();
    return () => clearTimeout(timer);
  }, [untilMs]);
  return seconds;
}
