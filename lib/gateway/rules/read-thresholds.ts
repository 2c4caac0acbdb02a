import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type TierRuleRow,
  findLatestThresholds,
  listTierRules,
  readRulesState,
} from "@/db/queries/actions/tier-rules";
import { actionTypeOf } from "@/lib/action-types/registry";
import type { Threshold, Thresholds } from "@/lib/contract/settings/thresholds";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { isoOf } from "@/lib/core/values/time";
import { thresholdWords } from "@/lib/view/rules/threshold-words";
import { areSetHere } from "@/lib/policy/thresholds-seal";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/** Every tier rule of the tenant by action type, those of all types last. @throws AppError not_allowed 403. */
export async function readThresholds(admin: Person, gateway: Gateway = getGateway()): Promise<Thresholds> {
  requireRole(admin, "admin");
  return inTenant(gateway.database, admin.tenantId, (tx) => thresholdsIn(tx, admin.tenantId));
}

export async function thresholdsIn(tx: TenantTransaction, tenantId: number): Promise<Thresholds> {
  // The hash first: a change in between makes it too old, and the change that names it is refused.
  const { hash, currency } = await readRulesState(tx, tenantId);
  const rows = await listTierRules(tx, tenantId);
  const names = [...new Set(rows.map(({ actionType }) => actionType))];
  const ofAllTypes = (name: string) => (name === "*" ? 1 : 0);
  const types = names
    .toSorted((a, b) => ofAllTypes(a) - ofAllTypes(b))
    .map((action_type) => {
      const rules = rows.filter(({ actionType }) => actionType === action_type);
      const title = titleOf(action_type);
      return {
        action_type,
        title,
        obeys: rules[0]!.obeys,
        rules: rules.map((rule) => viewOf(rule, currency)),
      };
    });
  const genuine = areSetHere(tenantId, await findLatestThresholds(tx, tenantId));
  return { hash, currency, genuine, types };
}

/** `Inventory adjustment` */
export function titleOf(actionType: string): string {
  return actionType === "*" ? "All types" : (actionTypeOf(actionType)?.title ?? actionType);
}

function viewOf(row: TierRuleRow, currency: string): Threshold {
  const { name, measure, atLeast, tier, shippedTier, shippedAtLeast, changedBy, changedAt } = row;
  return {
    name,
    measure,
    at_least: atLeast,
    tier,
    words: thresholdWords([measure], atLeast, currency),
    shipped: shippedTier === null ? null : { at_least: shippedAtLeast, tier: shippedTier },
    tier_min: row.tierMin,
    set_with: row.setWith,
    changed:
      changedBy === null || changedAt === null
        ? null
        : { by: changedBy, at: isoOf(changedAt), reason: row.changeReason ?? "" },
  };
}
