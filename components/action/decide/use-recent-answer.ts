"use client";
import { useEffect, useState } from "react";
import type { DecisionState } from "./decisions";

/** After this time an answer that did not end its action gives way to the present state. */
const recentMs = 8_000;

/** The answers that were shown for that long. A component that is mounted again finds its answer here. */
const outdated = new WeakSet<DecisionState>();

/** The state, without an answer that did not end its action and has been shown for a while. */
export function useRecentAnswer(state: DecisionState | undefined): DecisionState | undefined {
  const [, setCount] = useState(0);
  const passes = state?.phase === "answered" && !state.answer.leaves;
  useEffect(() => {
    if (!passes) return;
    const timer = setTimeout(() => {
      outdated.add(state);
      setCount((count) => count + 1);
    }, recentMs);
    return () => clearTimeout(timer);
  }, [passes, state]);
  return state && outdated.has(state) ? undefined : state;
}
