import { type ClaimRow, claimDecision, readDecisionContext } from "@/db/queries/decide";
import type { DecideResult } from "@/lib/contract/decision";
import { hashToken } from "@/lib/auth/tokens";
import { AppError, assertNever } from "@/lib/core/errors";
import type { PolicyAnswer } from "@/lib/core/policy";
import { type Person, mayDecide } from "@/lib/core/principal";
import type { Decision } from "@/lib/core/proposed-action";
import { askDecide, policyEngineOf } from "@/lib/policy/active-policy";
import { afterCommit } from "./after-commit";
import { type Gateway, getGateway } from "./context";
import { knownPolicyHash, recallPolicy } from "./known-policy";
import { pushRequestsOf } from "./push-request";

export interface DecideCommand {
  actionId: number;
  decision: Decision;
  /** The hash of the payload that was on screen. */
  payloadHash: string;
  comment: string | null;
  /** L4 and L5: the person confirmed the sentence that repeats the change. */
  confirmed: boolean;
  /** L5: what issueEditToken returned. */
  editToken: string | null;
  channel: "page" | "api" | "bulk";
}

/**
 * Decides, or says truthfully why not: reads what the policy weighs, asks it, then makes the one claim.
 *
 * The same person repeating the same decision gets `already_decided`; nothing is written twice.
 * @throws AppError already_decided 409 (members outcome, decision, decided_by, decided_at), expired 410, changed 412,
 *   blocked 423 (members switch, since), confirmation_missing / edit_token_missing / edit_token_invalid 428,
 *   not_allowed / own_proposal / policy_denied 403, not_found 404.
 */
export async function decideAction(
  person: Person,
  command: DecideCommand,
  gateway: Gateway = getGateway(),
): Promise<DecideResult> {
  if (!mayDecide(person.role)) {
    throw new AppError(
      "not_allowed",
      `Deciding needs an approver or administrator; you are signed in as ${person.role}.`,
    );
  }
  const { tenantId } = person;
  const context = await readDecisionContext(
    gateway.database,
    tenantId,
    command.actionId,
    knownPolicyHash(tenantId),
  );
  if (!context) throw notFound();
  const answer = askDecide(policyEngineOf(tenantId, recallPolicy(tenantId, context)), {
    person,
    decision: command.decision,
    facts: {
      tenantId,
      actionType: context.action_type,
      riskLevel: context.risk_level,
      impactCents: context.impact_cents,
      onBehalfOfUserId: context.on_behalf_of_user_id,
      agentName: context.agent_name,
      approverCount: context.approver_count,
      requiredApprovals: context.required_approvals,
    },
  });
  if (answer.effect === "deny" && context.status === "pending") throw denied(answer);

  const row = await claimDecision(gateway.database, {
    tenant_id: tenantId,
    action_id: command.actionId,
    decision: command.decision,
    payload_hash: command.payloadHash,
    actor_kind: "person",
    actor_user_id: person.userId,
    actor_label: person.name,
    comment: command.comment,
    channel: command.channel,
    confirmed: command.confirmed,
    edit_token_hash: command.editToken === null ? null : hashToken(command.editToken),
    standing_authorisation_id: null,
    policy: { version: answer.version, hash: answer.hash, rule: answer.rule },
    switches_from_environment: [...gateway.switchesFromEnvironment],
    pushes:
      command.decision === "approve"
        ? pushRequestsOf({
            tenantId,
            actionId: command.actionId,
            payloadText: context.payload_text,
            payloadHash: context.payload_hash,
            customerRef: context.customer_ref,
          })
        : null,
  });
  if (row.outcome === "claimed" || row.outcome === "vote_recorded") afterCommit(gateway, tenantId);
  return answerOf(row, command, person);
}

function answerOf(row: ClaimRow, command: DecideCommand, person: Person): DecideResult {
  switch (row.outcome) {
    case "claimed":
    case "vote_recorded":
      return resultOf(row, row.outcome, command);
    case "already_decided":
      if (row.decided_by_user_id === person.userId && row.decision === command.decision) {
        return resultOf(row, "already_decided", command);
      }
      throw alreadyDecided(row);
    case "expired":
      throw new AppError(
        "expired",
        "This proposal's time ran out before the decision; nothing was written.",
        {
          members: { outcome: "expired", expires_at: row.expires_at?.toISOString() ?? null },
        },
      );
    case "changed":
      throw new AppError(
        "changed",
        "What is stored is not what you were shown; open it again and look before you decide.",
        {
          members: { outcome: "changed" },
        },
      );
    case "blocked":
      throw blocked(row);
    case "not_found":
      throw notFound();
    case "not_allowed":
      throw new AppError("not_allowed", "Your right to decide was withdrawn; ask an administrator.");
    case "own_proposal":
      throw new AppError(
        "own_proposal",
        "The agent proposed this on your behalf: at this tier somebody else has to approve it.",
      );
    case "confirmation_missing":
      throw new AppError(
        "confirmation_missing",
        "At this tier an approval must be confirmed: send `confirmed: true` after showing the change.",
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

function resultOf(row: ClaimRow, outcome: DecideResult["outcome"], command: DecideCommand): DecideResult {
  return {
    outcome,
    id: command.actionId,
    status: row.status ?? "pending",
    decision: row.decision ?? command.decision,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    approvals: row.approvals ?? 0,
    required_approvals: row.required_approvals ?? 1,
  };
}

const verbs: Record<string, string> = {
  rejected: "rejected",
  cancelled: "withdrawn",
  superseded: "replaced by an edited proposal",
};

function alreadyDecided(row: ClaimRow): AppError {
  const by = row.decided_by ?? row.ended_by ?? "somebody";
  const what = verbs[row.status ?? ""] ?? "approved";
  return new AppError("already_decided", `${by} was first: this proposal is already ${what}.`, {
    members: {
      outcome: "already_decided",
      action_status: row.status,
      decision: row.decision,
      decided_by: row.decided_by ?? row.ended_by,
      decided_at: row.decided_at?.toISOString() ?? null,
    },
  });
}

function blocked(row: ClaimRow): AppError {
  const since = row.blocked_since?.toISOString() ?? null;
  const which =
    row.blocked_by === "unreadable"
      ? "the kill switches could not be read"
      : `the kill switch ${row.blocked_by} is on`;
  return new AppError("blocked", `Approving is halted: ${which}. Rejecting still works.`, {
    members: { outcome: "blocked", switch: row.blocked_by, since },
  });
}

function denied(answer: PolicyAnswer): AppError {
  return new AppError(
    "policy_denied",
    `Rule ${answer.rule} of policy v${answer.version} does not let you decide this.`,
    {
      members: { policy: { version: answer.version, hash: answer.hash, rule: answer.rule } },
    },
  );
}

function notFound(): AppError {
  return new AppError("not_found", "There is no such proposed action.");
}
