import { inTenant } from "@/db/client";
import type { Reproposal } from "@/lib/contract/actions/live-view";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { takeReadQuota } from "@/lib/gateway/controls/quotas/quotas";
import { readIfAllowed } from "@/lib/gateway/read/actions/amend-facts";
import { previewVersion } from "./preview-version";
import { prepareUndo } from "./undo-action";

/**
 * Previews the compensating change of an applied action: what it would write, from the record as it is now. Nothing is
 * stored.
 * @throws AppError as undoAction; rate_limited 429.
 */
export async function previewUndo(
  person: Person,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<Reproposal> {
  const earlier = await readIfAllowed("undo", person, actionId, gateway);
  await takeReadQuota(person, gateway);
  const version = await prepareUndo({ person, earlier, reason: null }, gateway);
  return inTenant(gateway.database, person.tenantId, (tx) => previewVersion(tx, version, person, null));
}
