"use client";
import type { ReactNode, RefCallback } from "react";
import { LookFirst } from "@/components/ui/hand/guarded-button";
import type { Guard } from "@/components/ui/hand/use-guard";
import { SheetFooter } from "./sheet";

interface GuardedFooterProps {
  guard: Guard;
  /** The guard's: its buttons count once they have been in view. */
  watch: RefCallback<HTMLElement>;
  children: ReactNode;
}

/** The footer of a sheet with guarded buttons. The reason why a press did not count stands above them. */
export function GuardedFooter({ guard, watch, children }: GuardedFooterProps) {
  return (
    <div ref={watch} className="relative shrink-0">
      <LookFirst refusal={guard.refusal} className="left-5" />
      <SheetFooter>{children}</SheetFooter>
    </div>
  );
}
