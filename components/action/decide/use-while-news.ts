"use client";
import { useEffect, useState } from "react";
import type { DecisionState } from "./decisions";

/** After this time an answer that ended nothing makes room for what holds now. */
const newsMs = 8_000;

/** The answers that were shown for that long. A component that is mounted again finds its answer here. */
const old = new WeakSet<DecisionState>();

/** The state, without an answer that ended nothing and has been shown for a while. */
export function useWhileNews(state: DecisionState | undefined): DecisionState | undefined {
  const [, setCount] = useState(0);
  const passes = state?.phase === "answered" && !state.answer.leaves;
  useEffect(() => {
    if (!passes) return;
    const timer = setTimeout(() => {
      old.add(state);
      setCount((count) => count + 1);
    }, newsMs);
    return () => clearTimeout(timer);
  }, [passes, state]);
  return state && old.has(state) ? undefined : state;
}
