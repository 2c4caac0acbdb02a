import { inTenant } from "@/db/client";
import { expireActions } from "@/db/queries/actions/waiting";
import { byPerson } from "@/db/queries/ledger/events";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { mayDecideNow } from "@/db/queries/people/people";
import { listEndedUndos, lockAction } from "@/db/queries/actions/amendments";
import type { VersionResult } from "@/lib/contract/actions/amend";
import type { ProposalInput } from "@/lib/contract/actions/proposal";
import { AppError } from "@/lib/core/errors";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import type { Person } from "@/lib/core/access/principal";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { permissionRevoked } from "@/lib/gateway/decide/claim-answer";
import { requireGenuineEnd } from "@/lib/gateway/deliver/settle/require-genuine-end";
import {
  type Amendable,
  assertMay,
  readAmendable,
  readIfAllowed,
} from "@/lib/gateway/read/actions/amend-facts";
import { type Version, inputOf, insertVersion, prepareVersion } from "./propose-version";
import { versionResultOf } from "./version-result";

/**
 * Proposes the change that reverses an applied one, as its receipt describes, on condition that the record still holds the
 * written values. It needs a decision like any other.
 * @throws AppError not_allowed, policy_denied 403; not_found 404; not_undoable, undo_exists 409; from_mismatch,
 *   record_missing, record_refused, validation_failed 422.
 */
export async function undoAction(
  person: Person,
  actionId: number,
  reason: string | null,
  gateway: Gateway = getGateway(),
): Promise<VersionResult> {
  const { tenantId } = person;
  const earlier = await readIfAllowed("undo", person, actionId, gateway);
  const undos = await inTenant(gateway.database, tenantId, (tx) => listEndedUndos(tx, tenantId, actionId));
  for (const undoId of undos) await requireGenuineEnd(tenantId, undoId, gateway);
  const version = await prepareUndo({ person, earlier, reason }, gateway);
  // An undo whose time is over stands in nobody's way, whether or not the sweep has come by.
  await expireActions(gateway.database, tenantId, sweepMax);
  const result = await inTenant(gateway.database, tenantId, async (tx) => {
    await lockAction(tx, tenantId, actionId);
    // The row is ours by now: authority is read at this moment, not when the session began.
    if (!(await mayDecideNow(tx, tenantId, person.userId))) throw permissionRevoked();
    assertMay("undo", await readAmendable(tx, person, actionId));
    const action = await insertVersion(tx, version, person);
    await appendSealedEvent(tx, {
      ...byPerson(person),
      actionId,
      type: "hitl.undo_proposed",
      details: { user_id: person.userId, undo_id: action.id, ...(reason ? { reason } : {}) },
    });
    return versionResultOf(tx, action, version, person);
  });
  afterCommit(gateway, tenantId);
  return result;
}

const sweepMax = 500;

/**
 * The compensating change as it would be stored, from the record as it is now.
 * @throws AppError policy_denied 403; from_mismatch, record_missing, record_refused, validation_failed 422.
 */
export async function prepareUndo(
  { person, earlier, reason }: { person: Person; earlier: Amendable; reason: string | null },
  gateway: Gateway,
): Promise<Version> {
  const input = compensating(earlier, reason);
  const origin = { supersedesId: null, undoOfId: earlier.action.id };
  return prepareVersion({ person, earlier, input, origin, from: "given" }, gateway).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.code === "from_mismatch" ? overwritten(error) : error;
    },
  );
}

/** The receipt's own compensating payload; the person's words stand in place of the agent's. */
function compensating({ action, howToReverse }: Amendable, reason: string | null): ProposalInput {
  return { ...inputOf(action, howToReverse as ProposalPayload), reason: reason ?? "", evidence: [] };
}

function overwritten(error: AppError): AppError {
  return new AppError(
    "from_mismatch",
    "The record no longer holds what was written: somebody has changed it since. Look at it, and let the right value be proposed.",
    { issues: error.issues, members: error.members, cause: error },
  );
}
