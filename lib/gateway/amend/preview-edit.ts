import { inTenant } from "@/db/client";
import type { EditInput } from "@/lib/contract/actions/amend";
import type { Reproposal } from "@/lib/contract/actions/live-view";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { takeReadQuota } from "@/lib/gateway/controls/quotas/quotas";
import { readIfAllowed } from "@/lib/gateway/read/actions/amend-facts";
import { prepareEdit } from "./edit-action";
import { previewVersion } from "./preview-version";

/**
 * Previews the version that an edit would put in the action's place: its change, impact and tier from the record as it is
 * now, and who may then decide it. Nothing is stored or ended.
 * @throws AppError as editAction, but for may_be_written; rate_limited 429.
 */
export async function previewEdit(
  person: Person,
  actionId: number,
  edit: EditInput,
  gateway: Gateway = getGateway(),
): Promise<Reproposal> {
  const earlier = await readIfAllowed("edit", person, actionId, gateway);
  await takeReadQuota(person, gateway);
  const version = await prepareEdit({ person, earlier, edit }, gateway);
  return inTenant(gateway.database, person.tenantId, (tx) => previewVersion(tx, version, person, actionId));
}
