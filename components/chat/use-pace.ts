"use client";
import { useEffect, useRef, useState } from "react";
import type { Entry } from "@/lib/view/chat/replay";

/** How long a viewer is given before the next message comes: a line is read, a call is seen. */
const readMs = 650;
const callMs = 350;
/** For those who asked for less movement, messages still come one after the other, so that each is announced. */
const calmMs = 120;

interface Past {
  /** The conversation was there before this page: what was said is shown at once. */
  resumed: boolean;
  /** Everything that is known of it has been looked up. */
  loaded: boolean;
}

/** How many entries are on screen: what was said before at once, everything after it one by one. */
export function usePace(entries: readonly Entry[], { resumed, loaded }: Past): number {
  const [revealed, setRevealed] = useState(resumed ? entries.length : 0);
  const caughtUp = useRef(!resumed);
  const count = entries.length;
  useEffect(() => {
    if (caughtUp.current || !loaded) return;
    caughtUp.current = true;
    setRevealed(count);
  }, [count, loaded]);

  const waiting = revealed < count;
  const kind = waiting ? entries[revealed]!.kind : null;
  useEffect(() => {
    if (!waiting) return;
    const pause = prefersCalm() ? calmMs : kind === "asked" ? 0 : kind === "call" ? callMs : readMs;
    const timer = setTimeout(() => setRevealed(revealed + 1), pause);
    return () => clearTimeout(timer);
  }, [kind, revealed, waiting]);
  return Math.min(revealed, count);
}

function prefersCalm(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
