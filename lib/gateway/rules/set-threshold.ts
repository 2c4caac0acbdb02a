import { type TenantTransaction, inTenant } from "@/db/client";
import {
  findLatestThresholds,
  giveThresholdsSeal,
  listTierRules,
  setThreshold as set,
} from "@/db/queries/actions/tier-rules";
import type { ThresholdDraft, Thresholds } from "@/lib/contract/settings/thresholds";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { areSetHere, sealThresholds } from "@/lib/policy/thresholds-seal";
import { checkDraft, needsAPerson } from "./check-draft";
import { thresholdsIn } from "./read-thresholds";

/** The subject of the step-up: this rule at this figure and tier. */
export const thresholdStep = ({ action_type, name, at_least, tier }: ThresholdDraft): string =>
  `${action_type}/${name}: ${at_least === null ? "" : `from ${at_least} on `}L${tier}`;

/**
 * Changes a tier rule, with those that are set with it: it holds for the next proposal, and for waiting ones once somebody
 * approves them.
 * @throws AppError not_allowed, session_required 403; not_found 404; nothing_to_do 409; changed 412 where the rules moved
 *   since; validation_failed 422 naming the field; step_up_missing, step_up_invalid 428.
 */
export async function setThreshold(
  admin: Person,
  { reason, base_hash: baseHash, ...draft }: ThresholdDraft & { reason: string; base_hash: string },
  gateway: Gateway = getGateway(),
): Promise<Thresholds> {
  requireRole(admin, "admin");
  const { tenantId, userId: actorUserId } = admin;
  const { action_type: actionType, name, at_least: atLeast, tier } = draft;
  return inTenant(gateway.database, tenantId, async (tx) => {
    checkDraft(await listTierRules(tx, tenantId), draft);
    // Thresholds that were changed past the app are set again as they are, if they are as they should be.
    const again = !areSetHere(tenantId, await findLatestThresholds(tx, tenantId));
    const change = { actionType, name, atLeast, tier, reason, baseHash, again, actorUserId };
    const outcome = await set(tx, change);
    switch (outcome) {
      case "set":
        break;
      case "changed":
        throw new AppError(
          "changed",
          "The rules were changed meanwhile: read them again, then change this one.",
        );
      case "nothing_to_do":
        throw new AppError("nothing_to_do", "The rule says this already.");
      case "not_trivial":
        throw needsAPerson();
      case "not_found":
        throw new AppError("not_found", "There is no such rule any more.");
    }
    // After it: a change that is refused asks for no code. Without the step-up the change is undone with the transaction.
    await spendStepUp(tx, admin, { purpose: "change_thresholds", subject: thresholdStep(draft) });
    await sealIn(tx, tenantId);
    return thresholdsIn(tx, tenantId);
  });
}

/** Seals the version that the change has just added. The rules are locked since, so that nobody has added another. */
async function sealIn(tx: TenantTransaction, tenantId: number): Promise<void> {
  const newest = await findLatestThresholds(tx, tenantId);
  if (!newest) throw new Error("The change added no version of the thresholds.");
  await giveThresholdsSeal(tx, tenantId, newest.version, sealThresholds({ tenantId, ...newest }));
}
