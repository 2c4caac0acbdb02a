import type { ErrorCode } from "@/lib/core/errors";
import { deniedWords } from "@/lib/core/access/policy";
import { type Role, mayAdminister, mayDecide } from "@/lib/core/access/principal";
import { type DeliveredPush, deliveryOf } from "./delivery-state";
import type { LiveFinding } from "./live-finding";
import type { ActionStatus } from "./proposed-action";
import { type RiskTier, extensionSeconds } from "./risk-tier";

/**
 * Decides which amendments a person may make to a proposed action. One place, so that the page that offers a verb and
 * the route that performs it cannot disagree. The database's own guards settle races.
 */
export const AMEND_VERBS = [
  "edit",
  "repropose",
  "undo",
  "take_back",
  "withdraw",
  "cancel",
  "extend",
  "retry",
] as const;
export type AmendVerb = (typeof AMEND_VERBS)[number];

export interface AmendFacts {
  role: Role;
  userId: number;
  /** The current status: an overdue pending action counts as `expired`. */
  status: ActionStatus;
  authorUserId: number | null;
  onBehalfOfUserId: number | null;
  decidedByUserId: number | null;
  decidedBy: string | null;
  /** Seconds until the grace of the decision is over. Null: it has none. */
  graceSecondsLeft: number | null;
  pushes: readonly DeliveredPush[];
  /** Its receipt is open: it may have been written, without proof. */
  receiptOpen: boolean;
  /** True if the write creates a record, so that a second write would create another. */
  creates: boolean;
  /** True if the payload has a value that an edit can change. */
  varies: boolean;
  /** True if the receipt says how to reverse the write. */
  reversible: boolean;
  /** The action that took its place and is pending, approved or applied. */
  successorId: number | null;
  /** The undo that is pending, approved or applied. */
  undoId: number | null;
  /** The last live reading of its record; null: nobody has looked. */
  finding: LiveFinding | null;
  /** The policy rule that forbids this person's rejection; null: none. */
  policyRule: string | null;
  /** The policy rule that forbids this person's approval; null: none. */
  policyRuleToApprove: string | null;
  riskLevel: RiskTier;
  secondsLeft: number;
  /** From its creation to its expiry. */
  secondsGiven: number;
  /** The actor of each event so far, by the event's type. */
  actors: Readonly<Record<string, string>>;
}

export interface Refusal {
  code: ErrorCode;
  /** The reason, and the alternative, as one text for people. */
  why: string;
  members?: Record<string, unknown>;
}

/** Null: the person may do it. */
export function refusalOf(verb: AmendVerb, facts: AmendFacts): Refusal | null {
  return refuseByRole(verb, facts) ?? refusals[verb](facts);
}

const words: Record<AmendVerb, string> = {
  edit: "Editing",
  repropose: "Re-proposing",
  undo: "Undoing",
  take_back: "Taking back a decision",
  withdraw: "Withdrawing",
  cancel: "Cancelling",
  extend: "Extending",
  retry: "Retrying",
};

function refuseByRole(verb: AmendVerb, { role }: AmendFacts): Refusal | null {
  if (verb === "retry" ? mayAdminister(role) : mayDecide(role)) return null;
  const needed = verb === "retry" ? "an administrator" : "an approver or administrator";
  return { code: "not_allowed", why: `${words[verb]} needs ${needed}; you are signed in as ${role}.` };
}

const refusals: Record<AmendVerb, (facts: AmendFacts) => Refusal | null> = {
  edit(facts) {
    const ended = refuseEnded(facts);
    if (ended) return ended;
    if (!facts.varies) {
      return {
        code: "not_editable",
        why: "This kind of action has no value to edit.",
      };
    }
    if (facts.policyRule !== null) return refuseByPolicy(facts.policyRule);
    return facts.status === "approved" ? refuseSent(facts) : null;
  },
  repropose(facts) {
    const { status, successorId } = facts;
    if (status === "pending") return refuseWithoutDrift(facts);
    if (status !== "stale" && status !== "expired" && status !== "cancelled") {
      return {
        code: "not_reproposable",
        why: `Only what went stale, expired or was cancelled is re-proposed; this is ${status}.`,
        members: { action_status: status },
      };
    }
    if (successorId !== null) return refuseSucceeded(successorId);
    if (facts.creates && facts.receiptOpen) {
      return {
        code: "may_be_written",
        why: "Nobody can say whether it was written, and writing it again would do it twice. Look in NetSuite first.",
      };
    }
    return null;
  },
  undo({ status, reversible, undoId }) {
    if (status !== "applied") {
      return {
        code: "not_undoable",
        why: `Only what was applied can be undone; this is ${status}.`,
        members: { action_status: status },
      };
    }
    if (!reversible) {
      return {
        code: "not_undoable",
        why: "Another change cannot reverse this one. Correct it by hand where it is stored.",
      };
    }
    if (undoId === null) return null;
    return {
      code: "undo_exists",
      why: `#${undoId} undoes it already.`,
      members: { undo_id: undoId },
    };
  },
  take_back(facts) {
    const { userId, decidedByUserId, decidedBy, graceSecondsLeft, status, successorId } = facts;
    const refuse = (why: string): Refusal => ({
      code: "grace_over",
      why,
      members: { action_status: status },
    });
    if (status === "pending") return refuse("Nobody has decided it yet: there is nothing to take back.");
    if (decidedByUserId !== userId) {
      return {
        code: "not_allowed",
        why: `Only the person who decided it can take that back: ${decidedBy ?? "nobody did"}.`,
      };
    }
    if (successorId !== null) return refuseSucceeded(successorId);
    if (graceSecondsLeft === null) {
      return refuse(
        "Only a decision on a page at L2 or L3 can be taken back, and only where the company gives time for it.",
      );
    }
    if (graceSecondsLeft > 0 && (status === "approved" || status === "rejected")) return refuseSent(facts);
    return refuse("The time to take it back is over. A change that was applied can be undone.");
  },
  withdraw(facts) {
    const { userId, authorUserId, onBehalfOfUserId, status } = facts;
    if (userId !== authorUserId && userId !== onBehalfOfUserId) {
      return {
        code: "not_allowed",
        why: "Only the person who wrote this version, or the one the agent acts for, can withdraw it. Reject it instead.",
      };
    }
    if (status === "pending") return null;
    return {
      code: "not_withdrawable",
      why: `It is too late to withdraw: this proposal is ${status}.`,
      members: { action_status: status },
    };
  },
  cancel(facts) {
    if (facts.status === "pending") {
      return { code: "not_cancellable", why: "Nobody has approved it yet: reject it instead." };
    }
    const ended = refuseEnded(facts);
    if (ended) return ended;
    if (facts.policyRule !== null) return refuseByPolicy(facts.policyRule);
    return refuseSent(facts);
  },
  extend(facts) {
    const { status, riskLevel, secondsLeft, secondsGiven, actors } = facts;
    if (status !== "pending") return refuseEnded(facts) ?? refuseLate(facts);
    if (facts.policyRuleToApprove !== null) return refuseByPolicy(facts.policyRuleToApprove);
    const by = actors["hitl.extended"];
    if (by !== undefined) {
      return {
        code: "already_exists",
        why: `${by} has extended it already, and that is possible only once. Decide it now, or propose it again once it has expired.`,
        members: { extended_by: by },
      };
    }
    if (secondsLeft >= extensionSeconds(riskLevel, secondsGiven)) {
      return { code: "nothing_to_do", why: "It has more time left than an extension would give it." };
    }
    return null;
  },
  retry({ pushes }) {
    if (pushes.some(({ status }) => status === "queued" || status === "unknown" || status === "dead"))
      return null;
    return {
      code: "not_replayable",
      why: "There is nothing to retry: no write waits, is unknown or gave up.",
    };
  },
};

function refuseSucceeded(successorId: number): Refusal {
  return {
    code: "successor_exists",
    why: `#${successorId} already took its place.`,
    members: { successor_id: successorId },
  };
}

/** A waiting action is decided. Another version takes its place once a live reading has found another value in its record. */
function refuseWithoutDrift({ status, finding, policyRule }: AmendFacts): Refusal | null {
  if (finding !== "drifted" && finding !== "moved") {
    return {
      code: "not_reproposable",
      why: "It waits for a decision, and no reading has found another value in its record: approve or reject it.",
      members: { action_status: status },
    };
  }
  return policyRule === null ? null : refuseByPolicy(policyRule);
}

function refuseEnded(facts: AmendFacts): Refusal | null {
  const { status } = facts;
  if (status === "pending" || status === "approved") return null;
  if (status === "expired") {
    return { code: "expired", why: "Its time has run out. Re-propose it to bring it up again." };
  }
  return refuseLate(facts);
}

function refuseLate({ status, successorId }: AmendFacts): Refusal {
  const by = status === "superseded" && successorId !== null ? ` by #${successorId}` : "";
  return {
    code: "already_decided",
    why: `It is too late: this is ${status}${by}.`,
    members: { action_status: status, successor_id: successorId },
  };
}

/** A write that may be in transit or written cannot be taken back before its outcome is known. */
function refuseSent({ pushes }: AmendFacts): Refusal | null {
  const delivery = deliveryOf(pushes);
  const refuse = (why: string): Refusal => ({ code: "may_be_written", why, members: { delivery } });
  switch (delivery) {
    case "none":
    case "unsent":
      return null;
    case "pushing":
      return refuse(
        "It is on its way to NetSuite right now. Wait for the answer; what was written can be undone.",
      );
    case "unknown":
      return refuse("NetSuite's answer is not known yet. Retry it: NetSuite is asked what became of it.");
    case "maybe_written":
      return refuse(
        "An earlier try may have been written. Retry it: NetSuite is asked by its key before anything else.",
      );
    case "settled":
      return refuse("Part of it has been written or held back already.");
  }
}

function refuseByPolicy(rule: string): Refusal {
  return { code: "policy_denied", why: deniedWords({ rule }, "does not let you decide this") };
}
