import { NOT_LOADED } from "./outcome";
import type { sendDecision } from "./send-decision";

export const loadSending = () => import("./send-decision");

/** Sends it with code that comes with the first sign of a hand. Never throws: without that code nothing is sent, and the answer says so. */
export async function sendOnceLoaded(
  ...decision: Parameters<typeof sendDecision>
): ReturnType<typeof sendDecision> {
  const code = await loadSending().catch(() => null);
  return code ? code.sendDecision(...decision) : { answer: NOT_LOADED, by: "viewer" };
}
