/** This room holds the rules that administrators set: the policy's versions, standing authorisations, thresholds. */

import { inTenant } from "@/db/client";
import { listPolicies } from "@/db/queries/actions/policies";
import type { Policies } from "@/lib/contract/settings/rules";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { isoOf } from "@/lib/core/values/time";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { isPublished } from "@/lib/policy/policy-seal";
import { type Gateway, getGateway } from "@/lib/gateway/context";

const PAGE = 20;

/** The tenant's policy, version by version, the one in force first. @throws AppError not_allowed 403. */
export async function readPolicies(
  admin: Person,
  { below }: { below?: number | undefined } = {},
  gateway: Gateway = getGateway(),
): Promise<Policies> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const rows = await inTenant(gateway.database, tenantId, (tx) =>
    listPolicies(tx, tenantId, below ?? null, PAGE + 1),
  );
  const items = rows.slice(0, PAGE).map(({ seal, ...row }) => ({
    ...row,
    at: isoOf(row.at),
    genuine: isPublished({ tenantId, ...row }, seal),
  }));
  return {
    items,
    next_below: rows.length > PAGE ? items.at(-1)!.version : null,
    shipped: { hash: policyHash(DEFAULT_POLICY_TEXT), text: DEFAULT_POLICY_TEXT },
  };
}
