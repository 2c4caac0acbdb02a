import { inTenant } from "@/db/client";
import { findInteraction, lockInteraction } from "@/db/queries/interactions/interactions";
import { findVerification, verifyReply as verifyRow } from "@/db/queries/interactions/replies";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { Replies } from "@/lib/contract/interactions/replies";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { whyNotStorable } from "@/lib/core/values/storable";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { noSuchQuestion, sightOf } from "@/lib/interactions/view";
import { throwIfInvalid } from "@/lib/interactions/check-question";
import { listReplies } from "./list-replies";

export interface SaidOfReply {
  /** The question's. */
  id: number;
  reply_id: number;
  is_right: boolean;
  notes?: string | undefined;
}

/**
 * Says once whether a reply was classified and read rightly. It changes no answer. By whoever asked, or whoever is asked.
 * @throws AppError not_found 404; nothing_to_do 409 where somebody has said it; validation_failed 422.
 */
export async function verifyReply(
  person: Person,
  { id, reply_id: replyId, is_right: isRight, notes }: SaidOfReply,
  gateway: Gateway = getGateway(),
): Promise<Replies> {
  const { tenantId } = person;
  const why = whyNotStorable(notes ?? null);
  throwIfInvalid(why ? [{ path: "notes", message: why }] : []);
  await inTenant(gateway.database, tenantId, async (tx) => {
    const row = await findInteraction(tx, tenantId, id);
    if (!row || sightOf(row, person) !== "whole") throw noSuchQuestion();
    await lockInteraction(tx, tenantId, id);
    const said = { replyId, interactionId: id, isRight, notes: notes ?? null, now: gateway.clock.now() };
    const by = { userId: person.userId, userLabel: person.name };
    if ((await verifyRow(tx, tenantId, { ...said, ...by })) === 0) {
      const found = await findVerification(tx, tenantId, said);
      if (found === null) throw new AppError("not_found", "There is no such reply to this question.");
      throw new AppError("nothing_to_do", `${found.by} has said whether it was read rightly.`);
    }
    await appendEvent(tx, {
      ...byPerson(person),
      entityType: "interaction",
      entityId: id,
      type: "interaction.reply_verified",
      details: { is_right: isRight },
    });
  });
  afterCommit(gateway, tenantId);
  return listReplies(person, id, gateway);
}
