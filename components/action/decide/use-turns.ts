"use client";
import { useState } from "react";
import type { LiveView } from "@/lib/contract/actions/live-view";
import { changesMeaning } from "@/lib/view/action/as-live";

/** How often readings of the record have given a press another meaning since the action is on screen. */
export function useTurns(live: LiveView | undefined): number {
  const [last, setLast] = useState({ live, turns: 0 });
  if (!live || live === last.live) return last.turns;
  const turns = last.turns + (changesMeaning(last.live, live) ? 1 : 0);
  setLast({ live, turns });
  return turns;
}
