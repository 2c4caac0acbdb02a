"use client";
import { useEffect, useRef, useState, type RefObject } from "react";

/** After the last touch, this long nobody's finger is where a row is about to be. */
const touchedForMs = 4_000;

/** False while somebody points at, touches, types in or has scrolled the list: rows may not move then. */
export function useQuiet(element: RefObject<HTMLElement | null>): boolean {
  const [quiet, setQuiet] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const look = () =>
      setQuiet(!target.matches(":hover") && !target.contains(document.activeElement) && target.scrollTop < 8);
    const touched = () => {
      setQuiet(false);
      clearTimeout(timer.current);
      timer.current = setTimeout(look, touchedForMs);
    };
    const soon = () => requestAnimationFrame(look);
    const looks = ["pointerenter", "pointerleave", "focusin", "focusout", "scroll"] as const;
    for (const name of looks) target.addEventListener(name, soon, { passive: true });
    target.addEventListener("touchstart", touched, { passive: true });
    return () => {
      clearTimeout(timer.current);
      for (const name of looks) target.removeEventListener(name, soon);
      target.removeEventListener("touchstart", touched);
    };
  }, [element]);
  return quiet;
}
