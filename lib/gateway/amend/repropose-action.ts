import { type TenantTransaction, inTenant } from "@/db/client";
import { expireActions } from "@/db/queries/actions/decide";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { decidesNow } from "@/db/queries/people/people";
import { findOpenUndo, lockAction, nameSuccessor } from "@/db/queries/actions/amendments";
import type { ProposedActionRow } from "@/db/schema/actions";
import type { VersionResult } from "@/lib/contract/amend";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { permissionRevoked } from "@/lib/gateway/decide/claim-answer";
import { assertMay, readAmendable, readIfAllowed } from "@/lib/gateway/read/actions/amend-facts";
import { inputOf, insertVersion, prepareVersion } from "./propose-version";
import { versionResultOf } from "./version-result";

/**
 * Proposes the same values once more, from the record's current values, after the action went stale, expired or was
 * cancelled: a new row with a tier, an expiry and a decision of its own.
 * @throws AppError not_allowed, policy_denied 403; not_found 404; not_reproposable, successor_exists, nothing_to_do,
 *   may_be_written 409; record_missing, record_refused, validation_failed 422.
 */
export async function reproposeAction(
  person: Person,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<VersionResult> {
  const { tenantId } = person;
  const earlier = await readIfAllowed("repropose", person, actionId, gateway);
  const { undoOfId, authorUserId } = earlier.action;
  // The values keep their author: by having them proposed again nobody becomes free to approve their own alone.
  const origin = { supersedesId: actionId, undoOfId, ...(authorUserId === null ? {} : { authorUserId }) };
  const input = inputOf(earlier.action, earlier.payload);
  const version = await prepareVersion({ person, earlier, input, origin, from: "live" }, gateway);
  if (version.isWrittenAlready) {
    throw new AppError(
      "nothing_to_do",
      "The record already holds what this would write: there is nothing left to do.",
      { members: { drift: version.drift } },
    );
  }
  // An action whose time is over is marked as expired first, whether or not the sweep has come by.
  await expireActions(gateway.database, tenantId, sweepMax);
  const result = await inTenant(gateway.database, tenantId, async (tx) => {
    await lockAction(tx, tenantId, actionId);
    // The row is ours by now: authority is read at this moment, not when the session began.
    if (!(await decidesNow(tx, tenantId, person.userId))) throw permissionRevoked();
    const now = await readAmendable(tx, person, actionId);
    assertMay("repropose", now);
    await assertUndoIsFree(tx, now.action);
    const action = await insertVersion(tx, version, person);
    await nameSuccessor(tx, tenantId, actionId, action.id);
    await appendEvent(tx, {
      ...byPerson(person),
      actionId,
      type: "hitl.reproposed",
      details: { user_id: person.userId, successor_id: action.id, drift: version.drift },
    });
    return versionResultOf(tx, action, version, person);
  });
  afterCommit(gateway, tenantId);
  return result;
}

const sweepMax = 500;

/** Re-proposing an undo is undoing: another one may have taken its place meanwhile. */
async function assertUndoIsFree(
  tx: TenantTransaction,
  { tenantId, undoOfId }: ProposedActionRow,
): Promise<void> {
  const other = undoOfId === null ? null : await findOpenUndo(tx, tenantId, undoOfId);
  if (other === null) return;
  const message = `#${other} undoes #${undoOfId} already.`;
  throw new AppError("undo_exists", message, { members: { undo_id: other } });
}
