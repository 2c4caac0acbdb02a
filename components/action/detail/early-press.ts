"use client";
import { useEffect } from "react";
import { takeUnanswered } from "@/components/ui/hand/page-opening";
import { createStore } from "@/components/state/store";
import { TOO_SOON, type Guard } from "@/components/ui/hand/use-guard";

/** A key for an action that is chosen and not in the pane yet. It is refused where everybody looks next: in that action's bar. */
const early = createStore<{ id: number; name: string } | null>(null);

export const pressedEarly = (id: number, name: string): void => early.set({ id, name });

const keyNames = { a: "approve", r: "reject" };

/** Shows in this action's bar that a key came before it, or before the code of the page. */
export function useEarlyPress(id: number, guard: Guard): void {
  const press = early.use();
  const { refuse } = guard;
  useEffect(() => {
    for (const [key, name] of Object.entries(keyNames)) if (takeUnanswered(key)) refuse(name, TOO_SOON);
  }, [refuse]);
  useEffect(() => {
    if (press?.id !== id) return;
    early.set(null);
    refuse(press.name, TOO_SOON);
  }, [press, id, refuse]);
}
