"use client";
import { useEffect, useState } from "react";
import type { Problem } from "@/lib/contract/problem";

interface CodeRefusal {
  /** Under the field; null: nothing was refused. */
  error: string | null;
  /** Counts the seconds until the app shows a code that was not used. It is apart from the error, which is read out once. */
  hint: string | undefined;
}

/** A refused code in words. A used code is no mistake: it says how long the next one takes. */
export function useCodeRefusal(problem: Problem | null): CodeRefusal {
  const wait = waitOf(problem);
  const [elapsed, setElapsed] = useState<{ problem: Problem | null; seconds: number }>({
    problem: null,
    seconds: 0,
  });
  useEffect(() => {
    if (wait === null) return;
    const since = performance.now();
    const timer = setInterval(() => {
      setElapsed({ problem, seconds: Math.floor((performance.now() - since) / 1_000) });
    }, 1_000);
    return () => clearInterval(timer);
  }, [problem, wait]);
  if (!problem) return { error: null, hint: undefined };
  if (wait === null) return { error: wordsOf(problem), hint: undefined };
  const left = wait - (elapsed.problem === problem ? elapsed.seconds : 0);
  return {
    error: "That code was used already. Each code works once.",
    hint: left > 0 ? `Your app shows the next code in ${left} s.` : "Your app shows a new code now.",
  };
}

function waitOf(problem: Problem | null): number | null {
  const seconds = problem?.next_code_in_seconds;
  return typeof seconds === "number" ? seconds : null;
}

function wordsOf({ code, detail }: Problem): string {
  // Its detail is for those who call the API.
  return code === "step_up_invalid"
    ? "That took too long, so the code no longer counts. Enter a new one."
    : detail;
}
