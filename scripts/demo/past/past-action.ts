import type { Decision } from "@/lib/core/action/proposed-action";
import type { DemoProposal } from "../proposals";

/** This room holds the demo's last thirty days: their plan, and their enactment by the product's own verbs. */

/** One proposal of the past, and what became of it. */
export interface PastAction {
  at: Date;
  proposal: DemoProposal;
  fate: Fate;
}

/** `approved`, then delivered; `undone` a day later as well; `moved`: somebody else wrote the record before the push. */
export type Fate =
  | { kind: "approved" | "edited" | "moved" | "refused_by_netsuite" | "undone" }
  | { kind: "rejected"; comment: string }
  | { kind: "expired" | "withdrawn" };

export const decisionOf = ({ kind }: Fate): Decision | null =>
  kind === "rejected" ? "reject" : kind === "expired" || kind === "withdrawn" ? null : "approve";
