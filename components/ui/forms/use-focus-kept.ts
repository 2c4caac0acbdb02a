"use client";
import { useLayoutEffect, useRef } from "react";

/**
 * Fields and buttons that wait for an answer are disabled, and a disabled element loses the focus. It comes back to where it was
 * when they can be used again, unless something else has taken it. The returned function is called before they are disabled.
 */
export function useFocusKept(sending: boolean): () => void {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (sending) return;
    const kept = before.current;
    before.current = null;
    // The browser gives it to the body, and a dialog to its own frame.
    const isLost = document.activeElement === null || document.activeElement.contains(kept);
    if (isLost && kept instanceof HTMLElement) kept.focus();
  }, [sending]);
  return () => {
    before.current = document.activeElement;
  };
}
