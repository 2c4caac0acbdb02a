import type { TenantTransaction } from "@/db/client";
import { byPerson } from "@/db/queries/ledger/events";
import { appendSealedEvent } from "@/lib/gateway/ledger/seals/sealed-event";
import { nameSuccessor } from "@/db/queries/actions/amendments";
import { takeBackDecision as takeBackIn } from "@/db/queries/actions/take-back";
import { mayDecideNow } from "@/db/queries/people/people";
import { wakeNextInLine } from "@/db/queries/pushes/push-delivery";
import { readIntake } from "@/db/queries/pushes/pushes";
import type { VersionResult } from "@/lib/contract/actions/amend";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { isTakenIn } from "@/lib/gateway/ledger/seals/intake-seal";
import { log } from "@/lib/log";
import { activePolicyIn } from "@/lib/policy/active-policy";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { permissionRevoked } from "@/lib/gateway/decide/claim-answer";
import { completeProposal } from "@/lib/gateway/propose/insert-proposal";
import { assertMayPropose } from "@/lib/gateway/propose/proposal-intake";
import { type Amendable, readIfAllowed } from "@/lib/gateway/read/actions/amend-facts";
import { Overtaken, inEndingTransaction, recordEnd } from "./end-action";
import { assertUndoIsFree } from "./free-undo";
import { inputOf } from "./propose-version";
import { versionResultOf } from "./version-result";

/** The proposal keeps the time that it had. One that was decided at its last moment gets this, so that it can be decided. */
const expiresInSecondsMin = 60;

/**
 * Takes one's own decision back within its grace: an approval is cancelled before anything is sent, and the identical
 * proposal of the same agent waits again; a rejection is answered by that proposal alone. One transaction; NetSuite is not
 * asked, and the agent's limits are not spent. Of a quorum's approvals the last one, which made the claim, is taken back.
 * @throws AppError changed 412 where the proposal was written past the app.
 * @throws AppError not_allowed, policy_denied 403; not_found 404; grace_over, successor_exists, may_be_written,
 *   undo_exists 409.
 */
export async function takeBackDecision(
  person: Person,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<VersionResult> {
  const earlier = await readIfAllowed("take_back", person, actionId, gateway);
  return inEndingTransaction(
    { person, actionId, verb: "take_back" },
    async (tx) => {
      if (earlier.action.decision === "reject") await assertUndoIsFree(tx, earlier.action);
      const taken = await takeBackIn(tx, {
        tenant_id: person.tenantId,
        action_id: actionId,
        user_id: person.userId,
        label: person.name,
        reason: "taken back right after the approval",
        expires_in_seconds_min: expiresInSecondsMin,
        policy: await permissionIn(tx, person, earlier),
      });
      if (!taken) throw new Overtaken();
      await assertTakenIn(tx, person.tenantId, actionId);
      // The row is ours by now: authority is read at this moment, not when the session began.
      if (!(await mayDecideNow(tx, person.tenantId, person.userId))) throw permissionRevoked();
      return inPlaceOf(tx, person, earlier, taken);
    },
    gateway,
  );
}

/** @throws AppError policy_denied 403 where the agent may not propose it any more: the approval can be cancelled. */
async function permissionIn(
  tx: TenantTransaction,
  person: Person,
  { action, agentName, payload }: Amendable,
): Promise<{ version: number; hash: string; rule: string }> {
  const { tenantId } = person;
  const { agentId, onBehalfOfUserId } = action;
  const agent = { tenantId, agentId, name: agentName, onBehalfOfUserId };
  const engine = await activePolicyIn(tx, tenantId);
  const { rule } = assertMayPropose(engine, agent, inputOf(action, payload));
  return { version: engine.version, hash: engine.hash, rule };
}

/**
 * The copy gets a seal of its own, so that what was never taken in here must not be copied.
 * @throws AppError changed 412.
 */
async function assertTakenIn(tx: TenantTransaction, tenantId: number, actionId: number): Promise<void> {
  const intake = await readIntake(tx, tenantId, actionId);
  if (intake && isTakenIn({ tenantId, actionId, ...intake }, intake.intakeSeals)) return;
  log.error(
    { tenantId, actionId },
    "A proposal that the app did not take in as it is stored waits no second time",
  );
  throw new AppError(
    "changed",
    "This proposal is not as Countersign took it in, so it does not wait again. Ask its agent to propose it anew.",
  );
}

type TakenBack = NonNullable<Awaited<ReturnType<typeof takeBackIn>>>;

async function inPlaceOf(
  tx: TenantTransaction,
  person: Person,
  { action, agentName }: Amendable,
  { proposal: inserted, pushesCancelled }: TakenBack,
): Promise<VersionResult> {
  const { tenantId, userId, name } = person;
  const { id: actionId } = action;
  if (action.decision === "approve") {
    const end = { person, actionId, to: "cancelled" } as const;
    const count = pushesCancelled.length;
    await recordEnd(tx, end, { taken_back: "approve", after_approval: true, pushes_cancelled: count });
  }
  const actor = { kind: "person", label: name } as const;
  const proposal = await completeProposal(tx, inserted, { agentName, actor });
  await nameSuccessor(tx, tenantId, actionId, proposal.id);
  await appendSealedEvent(tx, {
    ...byPerson(person),
    actionId,
    type: "hitl.reproposed",
    details: { user_id: userId, successor_id: proposal.id, taken_back: action.decision },
  });
  await wakeNextInLine(tx, tenantId, pushesCancelled);
  return versionResultOf(tx, proposal, { drift: [] }, person);
}
