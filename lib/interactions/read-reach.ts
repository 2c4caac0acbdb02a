import { inTenant } from "@/db/client";
import { findInteraction } from "@/db/queries/interactions/interactions";
import type { ReachView } from "@/lib/contract/settings/routing";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { reachOf } from "@/lib/messages/routing/read-reach";
import { noSuchQuestion, sightOf } from "./view";

/**
 * The people whom a question reached, when, by which channel and why, and why not the others: for everybody who may see it. Reading it takes up no
 * answer. @throws AppError not_found 404.
 */
export async function readQuestionReach(
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<ReachView> {
  return inTenant(gateway.database, person.tenantId, async (tx) => {
    const row = await findInteraction(tx, person.tenantId, id);
    if (!row || sightOf(row, person) === null) throw noSuchQuestion();
    return reachOf(tx, person, { interactionId: id, actionId: null });
  });
}
