"use client";
import { useEffect, useRef, useState } from "react";
import type { Entry } from "@/lib/view/chat/replay";

/** How long a viewer is given before the next message comes: a line is read, a call is seen. */
const readMs = 650;
const callMs = 350;
/** For those who asked for less movement, messages still come one after the other, so that each is announced. */
const calmMs = 120;

interface Past {
  /** The conversation was there before this page: its earlier messages are on screen at once. */
  resumed: boolean;
  /** Everything that is known of it has been looked up. */
  loaded: boolean;
}

/** How many entries are on screen: earlier ones at once, everything after them one by one. */
export function usePace(entries: readonly Entry[], { resumed, loaded }: Past): number {
  const [visible, setVisible] = useState(resumed ? entries.length : 0);
  const caughtUp = useRef(!resumed);
  const count = entries.length;
  useEffect(() => {
    if (caughtUp.current || !loaded) return;
    caughtUp.current = true;
    setVisible(count);
  }, [count, loaded]);

  const waiting = visible < count;
  const kind = waiting ? entries[visible]!.kind : null;
  useEffect(() => {
    if (!waiting) return;
    const pause = prefersCalm() ? calmMs : kind === "question" ? 0 : kind === "call" ? callMs : readMs;
    const timer = setTimeout(() => setVisible(visible + 1), pause);
    return () => clearTimeout(timer);
  }, [kind, visible, waiting]);
  return Math.min(visible, count);
}

function prefersCalm(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
