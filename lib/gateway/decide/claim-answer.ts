import type { ClaimRow } from "@/db/queries/actions/decide";
import type { DecideResult } from "@/lib/contract/actions/decision";
import { uncountedWords } from "@/lib/core/action/own-proposal";
import { AppError, assertNever, noSuchAction } from "@/lib/core/errors";
import { type PolicyAnswer, deniedWords } from "@/lib/core/access/policy";
import type { Person } from "@/lib/core/access/principal";
import { type RiskTier, tierLabel } from "@/lib/core/action/risk-tier";
import type { DecideCommand } from "@/lib/channels/channel";
import { isoOf } from "@/lib/core/values/time";
import type { Gateway } from "@/lib/gateway/context";

/** Translates a claim's outcome for the deciding person. @throws AppError as `decideAction` documents. */
export function answerOfClaim(
  row: ClaimRow,
  command: DecideCommand,
  person: Person,
  { startedAt }: Pick<Gateway, "startedAt">,
): DecideResult {
  switch (row.outcome) {
    case "claimed":
    case "vote_recorded":
      return resultOf(row, row.outcome, command);
    case "already_decided":
      if (row.decidedByUserId === person.userId && row.decision === command.decision && !wasTakenBack(row)) {
        return resultOf(row, "already_decided", command);
      }
      throw alreadyDecided(row);
    case "expired":
      throw new AppError(
        "expired",
        "This proposal's time ran out before the decision; nothing was written.",
        { members: { outcome: "expired", expires_at: isoOf(row.expiresAt) } },
      );
    case "changed":
      throw new AppError(
        "changed",
        "What is stored is not what you were shown; open it again and look before you decide.",
        { members: { outcome: "changed" } },
      );
    case "blocked":
      throw blocked(row, startedAt);
    case "not_found":
      throw noSuchAction();
    case "not_allowed":
      throw permissionRevoked();
    case "not_entitled":
      throw notEntitled();
    case "recently_recovered":
    case "new_in_office":
    case "own_proposal":
    case "not_independent":
      throw new AppError(row.outcome, uncountedWords({ refusal: row.outcome, because: row.decidedBy }));
    case "drifted":
      throw new AppError(
        "drifted",
        "The record is no longer what this was proposed from, so approving it would write nothing. Look at it again.",
        { members: { outcome: "drifted", risk_level: row.riskLevel } },
      );
    case "tier_raised":
      if (row.riskRule !== null) throw raisedByTotals(row, row.riskRule);
      throw new AppError(
        "tier_raised",
        `The record has changed since this was proposed: from its present value this would be ${tierLabel(row.riskLevel as RiskTier)}. Propose it again from there.`,
        { members: { outcome: "tier_raised", risk_level: row.riskLevel } },
      );
    case "thresholds_changed":
      throw new AppError(
        "changed",
        "The thresholds were changed at this moment, so that nothing was approved. Open it again, and decide.",
        { members: { outcome: "changed" } },
      );
    case "words_changed":
      throw new AppError(
        "changed",
        "An administrator confirmed something about a person at this moment, so that nothing was approved. Open it again, and decide.",
        { members: { outcome: "changed" } },
      );
    case "confirmation_missing":
      throw new AppError(
        "confirmation_missing",
        "An approval at this tier, or of more than a list shows, must be confirmed: show the change whole, then send `confirmed: true`.",
      );
    case "token_missing":
      throw new AppError(
        "edit_token_missing",
        "At this tier an approval needs an X-Edit-Token; POST /api/edit-tokens mints one.",
      );
    case "token_invalid":
      throw new AppError(
        "edit_token_invalid",
        "This edit token was used, has expired, or is for something else; step up again.",
      );
    default:
      return assertNever(row.outcome);
  }
}

/** The refusal of an action type that the operator has not enabled for the company. */
export function notEntitled(): AppError {
  return new AppError(
    "not_entitled",
    "This kind of write is not enabled for your company. Ask the person who runs this installation.",
  );
}

/** The row has that tier by now, so that the same person can decide it there. */
function raisedByTotals({ riskLevel }: ClaimRow, rule: string): AppError {
  return new AppError(
    "tier_raised",
    `With the writes that were approved since, this is ${tierLabel(riskLevel as RiskTier)}. It waits at that tier now: look at it again, and approve it there.`,
    { members: { outcome: "tier_raised", risk_level: riskLevel, risk_rule: rule } },
  );
}

function resultOf(row: ClaimRow, outcome: DecideResult["outcome"], command: DecideCommand): DecideResult {
  return {
    outcome,
    id: command.actionId,
    status: row.status ?? "pending",
    decision: row.decision ?? command.decision,
    decided_by: row.decidedBy,
    decided_at: isoOf(row.decidedAt),
    take_back_until: isoOf(row.graceUntil),
    approvals: row.approvals ?? 0,
    required_approvals: row.requiredApprovals ?? 1,
  };
}

const verbs: Record<string, string> = {
  rejected: "rejected",
  cancelled: "withdrawn",
  superseded: "replaced by an edited proposal",
};

/** True if a person cancelled or replaced the action. An earlier approval then no longer describes its state. */
function wasTakenBack({ status }: ClaimRow): boolean {
  return status === "cancelled" || status === "superseded";
}

function alreadyDecided(row: ClaimRow): AppError {
  const by = (wasTakenBack(row) ? row.endedBy : row.decidedBy) ?? row.endedBy ?? "somebody";
  const verb = verbs[row.status ?? ""] ?? "approved";
  return new AppError("already_decided", `${by} was first: this proposal is already ${verb}.`, {
    members: {
      outcome: "already_decided",
      action_status: row.status,
      decision: wasTakenBack(row) ? null : row.decision,
      decided_by: by,
      decided_at: isoOf(row.decidedAt),
    },
  });
}

function blocked(row: ClaimRow, startedAt: Date): AppError {
  const isReadable = row.blockedBy !== "unreadable";
  // A switch without a time of its own is the environment's, as old as this process.
  const since = isoOf(row.blockedSince) ?? (isReadable ? isoOf(startedAt) : null);
  const cause = isReadable ? `the kill switch ${row.blockedBy} is on` : "the kill switches could not be read";
  return new AppError("blocked", `Approving is halted: ${cause}. Rejecting still works.`, {
    members: { outcome: "blocked", switch: row.blockedBy, since },
  });
}

/** The refusal of a decision that the policy denies; it names the policy's version and rule. */
export function policyDenied(answer: PolicyAnswer): AppError {
  return new AppError("policy_denied", deniedWords(answer, "does not let you decide this"), {
    members: { policy: { version: answer.version, hash: answer.hash, rule: answer.rule } },
  });
}

/** An administrator revoked the role or the membership after the request was authorised. */
export function permissionRevoked(): AppError {
  return new AppError("not_allowed", "Your permission to decide was revoked; ask an administrator.");
}
