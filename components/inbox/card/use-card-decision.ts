"use client";
import { useState } from "react";
import { useLive } from "@/components/data/actions";
import { useOverview } from "@/components/data/overview";
import { useViewer } from "@/components/data/viewer";
import { useNow } from "@/components/state/clock";
import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { mayDecide } from "@/lib/core/access/principal";
import type { LiveView } from "@/lib/contract/actions/live-view";
import { whyNotByRecord } from "@/lib/view/action/as-live";
import { gestureOf, whyNotApprove } from "@/lib/view/action/gesture";

export interface CardDecision {
  /** Null: this viewer decides nothing. Else whether the card decides it, or opening it does. */
  offers: "buttons" | "opening" | null;
  oneTap: boolean;
  whyNot: string | null;
  /** The record speaks against an approval: what is offered is to propose it from there. */
  proposes: boolean;
  live: LiveView | undefined;
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
  const live = useLive(action.id, false).data;
  const byRecord = whyNotByRecord(action, live);
  const otherwise = whyNotApprove(action, overview, role, now);
  const whyNot = otherwise ?? byRecord;
  const [firstNote] = useState(otherwise);
  const gesture = gestureOf(action);
  const oneTap = gesture === "tap" || gesture === "tap_with_preview";
  const buttons = oneTap && action.unshown === null;
  const offers = mayDecide(role) ? (buttons ? "buttons" : "opening") : null;
  // The card says in its foot what the record holds.
  const lateNote = offers === "buttons" && firstNote === null ? otherwise : null;
  return {
    offers,
    oneTap,
    whyNot,
    proposes: byRecord !== null && otherwise === null,
    live,
    firstNote,
    lateNote,
  };
}
