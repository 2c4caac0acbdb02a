import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import type { AmendVerb } from "@/lib/core/action/amend-rules";
import { mayAdminister, mayDecide, type Role } from "@/lib/core/access/principal";

/** The words of the amendments of an action, for buttons, keys and commands. A null key: none. */
export const VERB_WORDS: Record<AmendVerb, { label: string; key: string | null; sending: string }> = {
  edit: { label: "Edit", key: "e", sending: "Saving your version…" },
  repropose: { label: "Propose again", key: null, sending: "Reading the record and proposing again…" },
  undo: { label: "Undo", key: "u", sending: "Proposing the change that takes it back…" },
  take_back: { label: "Take back", key: "u", sending: "Taking it back…" },
  withdraw: { label: "Withdraw", key: null, sending: "Withdrawing…" },
  cancel: { label: "Cancel the write", key: null, sending: "Cancelling…" },
  extend: { label: "Extend", key: null, sending: "Extending…" },
  retry: { label: "Retry now", key: null, sending: "Asking for it to be sent again…" },
};

export interface Offer {
  verb: AmendVerb;
  /** Null: it may be done. */
  whyNot: string | null;
}

/** The verbs that mean something to an action as it stands; what this viewer may not do says why. */
export function offersOf(detail: ActionDetail, role: Role): Offer[] {
  if (!mayDecide(role)) return [];
  const offer = (verb: AmendVerb): Offer => ({ verb, whyNot: detail.may[verb].why });
  switch (detail.status) {
    case "pending":
      // Others reject it; a button that is never theirs would only be in the way.
      return [offer("edit"), offer("extend"), ...(detail.may.withdraw.allowed ? [offer("withdraw")] : [])];
    case "approved":
      return [
        ...(mayAdminister(role) && detail.may.retry.allowed ? [offer("retry")] : []),
        offer("edit"),
        offer("cancel"),
      ];
    case "stale":
    case "expired":
    case "cancelled":
      return [offer("repropose")];
    case "applied":
      return [offer("undo")];
    case "rejected":
    case "superseded":
      return [];
  }
}

/** The one-tap button in a list, where the detail's own answer is not known yet: the server has the last word. */
export function offersRepropose(action: ActionSummary, role: Role): boolean {
  return action.status === "stale" && action.superseded_by_id === null && mayDecide(role);
}
