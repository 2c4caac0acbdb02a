"use client";
import { useState } from "react";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { useNow } from "@/components/state/clock";
import type { ActionSummary } from "@/lib/contract/action-view";
import { mayDecide } from "@/lib/core/access/principal";
import { cardShowsWhole, gestureOf, whyNotApprove } from "@/lib/view/action/gesture";

export interface CardDecision {
  /** Null: this viewer decides nothing. Else whether the card decides it, or opening it does. */
  offers: "buttons" | "opening" | null;
  oneTap: boolean;
  whyNot: string | null;
  /** The reason has a line of its own where it was known when the card came; the line stays when the reason goes. */
  firstNote: string | null;
  /** A reason that came later: it gets no line, which would push the cards below. */
  lateNote: string | null;
}

/**
 * The phone's decision, on the card itself: up to L3 the card shows the whole change, so one tap decides what was seen.
 * Higher tiers and longer texts are opened first. On a desk the detail stands beside the list and decides.
 */
export function useCardDecision(action: ActionSummary): CardDecision {
  const { role } = useViewer();
  const { overview } = useOverview();
  const now = useNow();
  const whyNot = whyNotApprove(action, overview, role, now);
  const [firstNote] = useState(whyNot);
  const gesture = gestureOf(action);
  const oneTap = gesture === "tap" || gesture === "tap_with_preview";
  const buttons = oneTap && cardShowsWhole(action);
  const offers = mayDecide(role) ? (buttons ? "buttons" : "opening") : null;
  const lateNote = offers === "buttons" && firstNote === null ? whyNot : null;
  return { offers, oneTap, whyNot, firstNote, lateNote };
}
