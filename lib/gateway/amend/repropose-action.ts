import { type TenantTransaction, inTenant } from "@/db/client";
import { expireActions } from "@/db/queries/actions/waiting";
import { byPerson } from "@/db/queries/ledger/events";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { mayDecideNow } from "@/db/queries/people/people";
import { listSuccessors, lockAction, nameSuccessor } from "@/db/queries/actions/amendments";
import { readIntake } from "@/db/queries/pushes/pushes";
import type { ProposedActionRow } from "@/db/schema/actions";
import type { VersionResult } from "@/lib/contract/actions/amend";
import type { ExpectedReproposal } from "@/lib/contract/actions/live-view";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { isTakenIn } from "@/lib/gateway/ledger/seals/intake-seal";
import { permissionRevoked } from "@/lib/gateway/decide/claim-answer";
import { requireGenuineEnd } from "@/lib/gateway/deliver/settle/require-genuine-end";
import {
  type Amendable,
  assertMay,
  readAmendable,
  readIfAllowed,
} from "@/lib/gateway/read/actions/amend-facts";
import { compareLive } from "@/lib/gateway/read/actions/compare-live";
import { endAction, inEndingTransaction, recordEnd } from "./end-action";
import { assertUndoIsFree } from "./free-undo";
import { type Version, type VersionRequest, inputOf, insertVersion, prepareVersion } from "./propose-version";
import { versionResultOf } from "./version-result";

/**
 * Proposes the same values once more, from the record's current values: after the action went stale, expired or was
 * cancelled, or while it waits and its record has changed. A new row with a tier, an expiry and a decision of its own; one
 * that waited is superseded by it. `expected`: only what the person was shown is proposed.
 * @throws AppError not_allowed, policy_denied 403; not_found 404; not_reproposable, successor_exists, nothing_to_do,
 *   may_be_written, already_decided 409; changed 412; record_missing, record_refused, validation_failed 422.
 */
export async function reproposeAction(
  person: Person,
  actionId: number,
  expected: ExpectedReproposal | null = null,
  gateway: Gateway = getGateway(),
): Promise<VersionResult> {
  const earlier = await readIfAllowed("repropose", person, actionId, gateway);
  await requireNoneWritten(person.tenantId, actionId, gateway);
  const author = await authorOf(person, earlier, gateway);
  const version = await prepareVersion(reproposalRequestOf(person, earlier, author), gateway);
  if (earlier.facts.status === "pending") assertMoved(earlier, version);
  if (version.isWrittenAlready) {
    throw new AppError(
      "nothing_to_do",
      "The record already holds what this would write: there is nothing left to do.",
      { members: { drift: version.drift } },
    );
  }
  if (expected && version.shownHash !== expected.shown_hash) throw movedAgain();
  return earlier.facts.status === "pending"
    ? supersede(person, actionId, version, expected, gateway)
    : bringBack(person, actionId, version, expected, gateway);
}

/** The same values, from the live one. The values keep their author: nobody becomes free to approve their own alone. */
export function reproposalRequestOf(
  person: Person,
  earlier: Amendable,
  authorUserId: number | null = earlier.action.authorUserId,
): VersionRequest {
  const { action, payload } = earlier;
  const { id, undoOfId } = action;
  const origin = { supersedesId: id, undoOfId, ...(authorUserId === null ? {} : { authorUserId }) };
  return { person, earlier, input: inputOf(action, payload), origin, from: "live" };
}

/** Neither this version nor a later one that is said to have ended. */
async function requireNoneWritten(tenantId: number, actionId: number, gateway: Gateway): Promise<void> {
  const later = await inTenant(gateway.database, tenantId, (tx) => listSuccessors(tx, tenantId, actionId));
  for (const id of [actionId, ...later]) await requireGenuineEnd(tenantId, id, gateway);
}

/**
 * The author of the values. Whoever proposes again what the app did not take in is its author: agent and author of such a row
 * are whatever the holder of the database wrote.
 */
async function authorOf(
  { tenantId, userId }: Person,
  { action }: Amendable,
  gateway: Gateway,
): Promise<number | null> {
  const intake = await inTenant(gateway.database, tenantId, (tx) => readIntake(tx, tenantId, action.id));
  const isOurs = intake && isTakenIn({ tenantId, actionId: action.id, ...intake }, intake.intakeSeals);
  return isOurs ? action.authorUserId : userId;
}

/** The reading that allowed it may be some time ago: what holds again is decided as it is. */
function assertMoved({ action, payload }: Amendable, { live }: Version): void {
  const values = Object.entries(live?.values ?? {}).map(([field, value]) => ({ field, value }));
  if (compareLive(action, payload, values).finding !== "holds") return;
  throw new AppError(
    "not_reproposable",
    live === null
      ? "NetSuite could not be read, so nobody knows the value to propose it from. Try again in a moment."
      : "The record holds the value again that this was proposed from: decide it as it is.",
    { members: { action_status: action.status } },
  );
}

/** In the place of an action that waits, in one transaction, as an edit does. */
async function supersede(
  person: Person,
  actionId: number,
  version: Version,
  expected: ExpectedReproposal | null,
  gateway: Gateway,
): Promise<VersionResult> {
  const end = { person, actionId, from: "pending", to: "superseded" } as const;
  return inEndingTransaction(
    { person, actionId, verb: "repropose" },
    async (tx) => {
      // The old row goes first, so that the day's totals do not count both.
      await endAction(tx, { ...end, reason: "proposed again from the record as it is now" });
      const action = await insertExpected(tx, version, person, expected);
      await nameSuccessor(tx, person.tenantId, actionId, action.id);
      await recordEnd(tx, end, { superseded_by_id: action.id, reproposed: true, drift: version.drift });
      return versionResultOf(tx, action, version, person);
    },
    gateway,
  );
}

/** For an action that has ended. */
async function bringBack(
  person: Person,
  actionId: number,
  version: Version,
  expected: ExpectedReproposal | null,
  gateway: Gateway,
): Promise<VersionResult> {
  const { tenantId } = person;
  // An action whose time is over is marked as expired first, whether or not the sweep has come by.
  await expireActions(gateway.database, tenantId, sweepMax);
  const result = await inTenant(gateway.database, tenantId, async (tx) => {
    await lockAction(tx, tenantId, actionId);
    // The row is ours by now: authority is read at this moment, not when the session began.
    if (!(await mayDecideNow(tx, tenantId, person.userId))) throw permissionRevoked();
    const now = await readAmendable(tx, person, actionId);
    assertMay("repropose", now);
    await assertUndoIsFree(tx, now.action);
    const action = await insertExpected(tx, version, person, expected);
    await nameSuccessor(tx, tenantId, actionId, action.id);
    await appendSealedEvent(tx, {
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

/** The day's totals may have moved since the person looked, and the tier with them; throwing undoes the insertion. */
async function insertExpected(
  tx: TenantTransaction,
  version: Version,
  person: Person,
  expected: ExpectedReproposal | null,
): Promise<ProposedActionRow> {
  const action = await insertVersion(tx, version, person);
  const { riskLevel, requiredApprovals } = action;
  if (expected && (riskLevel !== expected.risk_level || requiredApprovals !== expected.required_approvals))
    throw movedAgain();
  return action;
}

function movedAgain(): AppError {
  return new AppError(
    "changed",
    "It is not what you were shown any more: the record, or the day's totals, moved again. Look at it once more.",
  );
}
