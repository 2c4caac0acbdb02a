import { inTenant } from "@/db/client";
import {
  cancelInteraction as cancelRow,
  findInteraction,
  listResponses,
  lockInteraction,
} from "@/db/queries/interactions/interactions";
import { appendEvent } from "@/db/queries/ledger/events";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { mayAdminister } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertNotRevoked } from "@/lib/gateway/propose/pending-quotas";
import { type Caller, isAskerOf, noSuchQuestion, sightOf, viewOf } from "./view";

/**
 * Ends a question that needs no answer any more. Its asker or an administrator may.
 * @throws AppError unauthenticated 401 of an agent that was revoked meanwhile; not_allowed 403; not_found 404; nothing_to_do 409 where
 *   it is over.
 */
export async function cancelQuestion(
  caller: Caller,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<InteractionView> {
  const { tenantId } = caller;
  const now = gateway.clock.now();
  const view = await inTenant(gateway.database, tenantId, async (tx) => {
    const row = await lockInteraction(tx, tenantId, id);
    if (!row || sightOf(row, caller) === null) throw noSuchQuestion();
    if (!isAskerOf(row, caller) && !(caller.kind === "person" && mayAdminister(caller.role)))
      throw new AppError("not_allowed", "Whoever asked cancels a question, or an administrator.");
    if (caller.kind === "agent") await assertNotRevoked(tx, caller);
    if ((await cancelRow(tx, tenantId, { id, by: caller.name, now })) === 0)
      throw new AppError("nothing_to_do", "This question is over.");
    await appendEvent(tx, {
      tenantId,
      actorKind: caller.kind,
      actorLabel: caller.name,
      entityType: "interaction",
      entityId: id,
      type: "interaction.cancelled",
      details: {},
    });
    const after = (await findInteraction(tx, tenantId, id))!;
    return viewOf(after, await listResponses(tx, tenantId, [id]), caller, now);
  });
  afterCommit(gateway, tenantId);
  return view;
}
