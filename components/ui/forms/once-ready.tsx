"use client";
import type { ReactNode } from "react";
import { useMounted } from "@/components/state/use-mounted";

/**
 * A form that takes nothing before the code of the page runs: what was typed earlier would be lost, and a press would send it by
 * the browser itself, in the address. It has its full size meanwhile.
 */
export function OnceReady({ children }: { children: ReactNode }) {
  return (
    <fieldset disabled={!useMounted()} className="contents">
      {children}
    </fieldset>
  );
}
