import { inTenant } from "@/db/client";
import { listTierDifferences, listTierRules } from "@/db/queries/actions/tier-rules";
import type { ThresholdDraft, ThresholdPreview } from "@/lib/contract/settings/thresholds";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { checkDraft } from "./check-draft";
import { titleOf } from "./read-thresholds";

const DAYS = 30;
const ACTIONS_MAX = 1_000;
const DIFFERENCES_MAX = 100;

/**
 * The actions of the last 30 days to which a changed rule would have given another tier, on the figures that were weighed
 * for them. Nothing is written.
 * @throws AppError not_allowed 403; not_found 404; validation_failed 422 naming the field.
 */
export async function previewThreshold(
  admin: Person,
  draft: ThresholdDraft,
  gateway: Gateway = getGateway(),
): Promise<ThresholdPreview> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const { action_type: actionType, name, at_least: atLeast, tier } = draft;
  const { lookedAt, differences } = await inTenant(gateway.database, tenantId, async (tx) => {
    checkDraft(await listTierRules(tx, tenantId), draft);
    const newest = { days: DAYS, limit: ACTIONS_MAX + 1 };
    return listTierDifferences(tx, tenantId, { actionType, name, atLeast, tier }, newest);
  });
  const waiting = differences.filter(({ status }) => status === "pending");
  const ended = differences.filter(({ status }) => status !== "pending");
  // A waiting action is never lowered.
  const raised = waiting.filter((one) => one.drafted > one.inForce);
  const listed = differences.filter((one) => one.status !== "pending" || one.drafted > one.inForce);
  return {
    looked_at: Math.min(lookedAt, ACTIONS_MAX),
    complete: lookedAt <= ACTIONS_MAX,
    lower: ended.filter((one) => one.drafted < one.inForce).length,
    higher: ended.filter((one) => one.drafted > one.inForce).length,
    waiting_higher: raised.length,
    differences: listed.slice(0, DIFFERENCES_MAX).map((one) => ({
      action_id: one.id,
      action_type: one.actionType,
      title: titleOf(one.actionType),
      entity_ref: one.entityRef,
      status: one.status,
      in_force: one.inForce,
      drafted: one.drafted,
    })),
  };
}
