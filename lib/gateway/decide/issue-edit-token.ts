import { inTenant } from "@/db/client";
import { readActionRow } from "@/db/queries/actions/actions";
import { insertEditToken } from "@/db/queries/actions/edit-tokens";
import { proveFactor } from "@/lib/auth/second-factor/prove-factor";
import { newEditToken } from "@/lib/auth/session/tokens";
import type { EditTokenInput, EditTokenResult } from "@/lib/contract/actions/decision";
import { isReferenceTyped } from "@/lib/core/action/typed-reference";
import { AppError, noSuchAction } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { isoOf } from "@/lib/core/values/time";

const validSeconds = 5 * 60;

/**
 * Step-up: the typed reference and a second factor issue a token for one decision on one payload. It works once, within
 * five minutes. The factor is checked last, so that a typing mistake does not spend a code.
 * @throws AppError not_allowed / step_up_failed 403, validation_failed 422 (typed reference), changed 412, expired 410,
 *   already_decided 409, not_found 404, rate_limited 429.
 */
export async function issueEditToken(
  person: Person,
  input: EditTokenInput,
  gateway: Gateway = getGateway(),
): Promise<EditTokenResult> {
  requireRole(person, "approver");
  const { tenantId, userId } = person;
  const action = await inTenant(gateway.database, tenantId, (tx) =>
    readActionRow(tx, tenantId, input.action_id),
  );
  if (!action) throw noSuchAction();
  if (action.status !== "pending") {
    throw new AppError("already_decided", `This proposal is already ${action.status}.`, {
      members: {
        outcome: "already_decided",
        action_status: action.status,
        decision: action.decision,
        decided_by: action.decidedByLabel ?? action.endedByLabel,
        decided_at: isoOf(action.decidedAt ?? action.endedAt),
      },
    });
  }
  if (action.expiresAt <= gateway.clock.now()) throw new AppError("expired", "This proposal's time ran out.");
  if (action.payloadHash !== input.payload_hash) {
    throw new AppError(
      "changed",
      "What is stored is not what you were shown; open it again and look before you decide.",
    );
  }
  if (!isReferenceTyped(input.typed_reference, action.entityRef)) {
    throw new AppError("validation_failed", "What you typed is not the reference of this proposal.", {
      issues: [{ path: "typed_reference", message: "must be the entity reference as shown" }],
    });
  }
  const { action_id: actionId, payload_hash: payloadHash, decision } = input;
  const about = { kind: "decision", action_id: actionId, payload_hash: payloadHash, decision } as const;
  await proveFactor(person, { factor: input.factor, about }, gateway);
  const use = { tenantId, userId, actionId, payloadHash, decision };
  const token = newEditToken(use);
  const expiresAt = await inTenant(gateway.database, tenantId, (tx) =>
    insertEditToken(tx, { ...use, tokenHash: token.hash, validSeconds }),
  );
  return { edit_token: token.token, expires_at: expiresAt.toISOString() };
}
