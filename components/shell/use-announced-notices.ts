"use client";
import { useEffect, useRef } from "react";
import { announce } from "@/components/ui/announcer";
import { countWords } from "@/lib/view/words";

/** The badge in the navigation says it to the eye; whoever cannot see it hears it once when the number grows. */
export function useAnnouncedNotices(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current)
      announce(`${countWords(count, "decision")} of yours went wrong afterwards. See Your decisions.`);
    before.current = count;
  }, [count]);
}
