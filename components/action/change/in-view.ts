import { watchInView } from "@/components/ui/hand/in-view";

/** The end of a change counts as read once it has been in view for as long on end. */
export const LOOK_AT_LEAST_MS = 300;

/**
 * Calls back each time the element has been in view for 300 ms on end, past every box that cuts it off. `seenForMs`: it has been
 * there for so long already. Returns the way to stop.
 */
export const whenInView = (element: Element, onSeen: () => void, seenForMs = 0): (() => void) =>
  watchInView(element, LOOK_AT_LEAST_MS, { onSeen, seenForMs });
