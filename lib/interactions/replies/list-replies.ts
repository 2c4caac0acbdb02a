import { inTenant } from "@/db/client";
import { type InteractionRow, findInteraction } from "@/db/queries/interactions/interactions";
import { type ReplyRow, listReplies as listRows } from "@/db/queries/interactions/replies";
import type { Replies, ReplyView } from "@/lib/contract/interactions/replies";
import type { Person } from "@/lib/core/access/principal";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { isGenuineQuestion, isGenuineReply } from "@/lib/gateway/ledger/seals/interaction-seal";
import { newTextOf } from "@/lib/interactions/classify/new-text";
import { BLANKED_TEXT, noSuchQuestion, sightOf } from "@/lib/interactions/view";

const REPLIES_MAX = 50;

/**
 * Free text that came in for a question, newest first, at most 50: for whoever asked and whoever is asked. One that was written past the
 * app is left out. @throws AppError not_found 404, also for those who see the question's outline alone.
 */
export async function listReplies(
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<Replies> {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const row = await findInteraction(tx, tenantId, id);
    if (!row || !isGenuineQuestion(row) || sightOf(row, person) !== "whole") throw noSuchQuestion();
    const rows = await listRows(tx, tenantId, { interactionId: id, limit: REPLIES_MAX });
    return { items: rows.filter((reply) => isShown(row, reply)).map((reply) => viewOf(reply)) };
  });
}

/** A reply that is an answer has the answer's seal, which counts with the others: the page shows the answer, and its words here. */
const isShown = ({ tenantId, id }: InteractionRow, reply: ReplyRow): boolean =>
  reply.place !== null ||
  isGenuineReply(
    { ...reply, tenantId, interactionId: id, classification: reply.aiClassification },
    reply.seal,
  );

function viewOf(reply: ReplyRow): ReplyView {
  const { text } = reply.rawPayload as { text: string };
  return {
    id: reply.id,
    by: reply.userLabel,
    channel: reply.sourceChannel,
    text: reply.textBlankedAt === null ? newTextOf(text) || text : BLANKED_TEXT,
    received_at: isoOf(reply.receivedAt)!,
    classification: reply.aiClassification!,
    score: reply.relevanceScore,
    reasoning: reply.aiReasoning!,
    classified_by: reply.classifiedBy!,
    reading: reply.draftedReading!,
    drafted_answer: (reply.draftedAnswer?.answer ?? null) as ReplyView["drafted_answer"],
    answered: reply.place !== null,
    verified:
      reply.humanVerified === null
        ? null
        : {
            is_right: reply.humanVerified,
            by: reply.humanVerifiedByLabel!,
            at: isoOf(reply.humanVerifiedAt)!,
            notes: reply.humanVerificationNotes,
          },
  };
}
