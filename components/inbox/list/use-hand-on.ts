"use client";
import { useEffect, useRef, useState, type RefObject } from "react";
import { onCovering } from "@/components/ui/hand/closings";

/**
 * Whose hand is on the list. `pointer`: somebody points at it or has touched it last, so that nothing in it may move;
 * `focus`: the keyboard is in the list or in the detail beside it; `away`: neither.
 */
export type HandOn = "pointer" | "focus" | "away";

/** A list this far down has rows above those on screen. */
const topPx = 8;

interface ListHand {
  on: HandOn;
  atTop: boolean;
}

/** `covered`: the detail covers the list, so that no hand is on it. Under a dialog the hand counts as where it was. */
export function useHandOn(scroller: RefObject<HTMLElement | null>, covered: boolean): ListHand {
  const [hand, setHand] = useState<ListHand>({ on: "away", atTop: true });
  // A finger leaves no trace: the list keeps still until it touches elsewhere.
  const touched = useRef(false);
  useEffect(() => {
    const list = scroller.current;
    if (!list) return;
    if (covered) touched.current = false;
    const look = () => {
      // Rows stay still under a dialog: after it closes, the reader still aims at their old places.
      if (document.querySelector("[role=dialog]")) return;
      const on = covered ? "away" : isPointedAt(list, touched.current) ? "pointer" : focusOf(list);
      const atTop = list.scrollTop < topPx;
      setHand((before) => (before.on === on && before.atTop === atTop ? before : { on, atTop }));
    };
    const soon = () => requestAnimationFrame(look);
    const pressed = (event: Event) => {
      if (document.querySelector("[role=dialog]")) return;
      touched.current = event.target instanceof Node && list.contains(event.target);
      look();
    };
    const onList = ["pointerenter", "pointerleave", "scroll"] as const;
    for (const name of onList) list.addEventListener(name, soon, { passive: true });
    // At once: a press that takes the focus away can open a dialog before the next frame.
    document.addEventListener("focusin", look);
    document.addEventListener("focusout", soon);
    document.addEventListener("pointerdown", pressed, { capture: true, passive: true });
    const stop = onCovering(soon);
    look();
    return () => {
      stop();
      for (const name of onList) list.removeEventListener(name, soon);
      document.removeEventListener("focusin", look);
      document.removeEventListener("focusout", soon);
      document.removeEventListener("pointerdown", pressed, { capture: true });
    };
  }, [scroller, covered]);
  return hand;
}

const hovers = () => window.matchMedia("(hover: hover)").matches;

function isPointedAt(list: HTMLElement, touched: boolean): boolean {
  return hovers() ? list.matches(":hover") : touched;
}

/** A mouse leaves the focus on the button that it pressed: that is no keyboard. */
function focusOf(list: HTMLElement): HandOn {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return "away";
  if (list.contains(focused)) return "focus";
  return focused.closest("[data-detail]") && focused.matches(":focus-visible") ? "focus" : "away";
}
