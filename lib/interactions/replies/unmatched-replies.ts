import { inTenant } from "@/db/client";
import { lockInteraction } from "@/db/queries/interactions/interactions";
import {
  type ReplyRow,
  dismissReply as dismissRow,
  findReply,
  listUnmatchedReplies,
} from "@/db/queries/interactions/replies";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { UnmatchedReplies, UnmatchedReply } from "@/lib/contract/interactions/replies";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { isGenuineReply } from "@/lib/gateway/ledger/seals/interaction-seal";
import { newTextOf } from "@/lib/interactions/classify/new-text";
import { BLANKED_TEXT } from "@/lib/interactions/view";

const REPLIES_MAX = 50;

/**
 * Replies that belong to no question, or that nobody is proven to have written, newest first: for administrators. Nobody makes an answer of
 * them: only their person could, by the question's page. One that was written past the app is left out. @throws AppError not_allowed 403.
 */
export async function readUnmatchedReplies(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<UnmatchedReplies> {
  requireRole(person, "admin", "Reading replies of others");
  const { tenantId } = person;
  const rows = await inTenant(gateway.database, tenantId, (tx) =>
    listUnmatchedReplies(tx, tenantId, REPLIES_MAX + 1),
  );
  const isShown = (row: UnmatchedRow) =>
    isGenuineReply({ ...row, tenantId, classification: row.aiClassification }, row.seal);
  const items = rows.slice(0, REPLIES_MAX).filter(isShown).map(viewOf);
  return { items, more: rows.length > REPLIES_MAX };
}

type UnmatchedRow = ReplyRow & { interactionId: number | null };

interface RawReply {
  text: string;
  headers: Readonly<Record<string, string>>;
  about?: { kind: "action"; id: number };
}

function viewOf(row: UnmatchedRow): UnmatchedReply {
  const { text, headers, about } = row.rawPayload as RawReply;
  return {
    id: row.id,
    channel: row.sourceChannel,
    from: headers.from ?? null,
    by: row.userLabel,
    subject: headers.subject ?? null,
    text: row.textBlankedAt === null ? newTextOf(text) || text : BLANKED_TEXT,
    received_at: isoOf(row.receivedAt)!,
    why: row.aiReasoning!,
    question_id: row.interactionId,
    action_id: about?.id ?? null,
  };
}

/** Takes one off the list; it is kept. @throws AppError not_allowed 403; not_found 404; nothing_to_do 409 where it is not on the list. */
export async function dismissReply(
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<UnmatchedReplies> {
  requireRole(person, "admin", "Dismissing a reply");
  const { tenantId, userId, name: userLabel } = person;
  await inTenant(gateway.database, tenantId, async (tx) => {
    const said = { replyId: id, userId, userLabel, now: gateway.clock.now() };
    const reply = await findReply(tx, tenantId, id);
    if (!reply) throw new AppError("not_found", "There is no such reply.");
    const { interactionId } = reply;
    if (interactionId !== null) await lockInteraction(tx, tenantId, interactionId);
    if ((await dismissRow(tx, tenantId, said)) === 0)
      throw new AppError("nothing_to_do", "This reply is not on the list: somebody may have dismissed it.");
    // A question's chain tells of every change to its replies.
    const subject =
      interactionId === null
        ? { entityType: "reply", entityId: id, type: "reply.dismissed", details: {} }
        : {
            entityType: "interaction",
            entityId: interactionId,
            type: "interaction.reply_dismissed",
            details: { reply_id: id },
          };
    await appendEvent(tx, { ...byPerson(person), ...subject });
  });
  afterCommit(gateway, tenantId);
  return readUnmatchedReplies(person, gateway);
}
