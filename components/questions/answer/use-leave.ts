"use client";
import { useEffect, useEffectEvent } from "react";

/** Escape leaves the form, also from within its fields. A dialog over it takes the key first. */
export function useLeave(onLeave: (() => void) | null): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.defaultPrevented || document.querySelector("[role=dialog]") !== null;
    if (event.key === "Escape" && !isTaken) onLeave?.();
  });
  useEffect(() => {
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
