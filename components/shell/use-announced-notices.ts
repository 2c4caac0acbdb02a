"use client";
import { useEffect, useRef } from "react";
import { announce } from "@/components/ui/announcer";
import { formatCount } from "@/lib/view/decimal";

/** Announces new notices to screen readers; others see the badge. */
export function useAnnouncedNotices(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current)
      announce(`${formatCount(count)} of your approvals had problems. See Your decisions.`);
    before.current = count;
  }, [count]);
}
