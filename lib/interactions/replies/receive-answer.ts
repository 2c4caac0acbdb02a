/** This folder holds replies, which are free text from a channel: taking them in, listing them, and what people say of them. */

import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type InteractionRow,
  findInteraction,
  lockInteraction,
} from "@/db/queries/interactions/interactions";
import { type ReplyColumns, findDelivery, insertReply } from "@/db/queries/interactions/replies";
import { appendEvent, byPerson, bySystem } from "@/db/queries/ledger/events";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import type { InteractionChannel, Relevance } from "@/lib/core/interaction/interaction";
import { isResponder } from "@/lib/core/interaction/responders";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { isGenuineQuestion, sealReply } from "@/lib/gateway/ledger/seals/interaction-seal";
import { answerBy } from "@/lib/interactions/answer";
import { type Classified, classify } from "@/lib/interactions/classify/classify";
import { judgeClassifier } from "@/lib/interactions/classify/judge-classifier";

export interface ReceivedReply {
  tenantId: number;
  /** The question that the channel found by its token or thread. Null: it found none. */
  interactionId: number | null;
  channel: InteractionChannel;
  /** The delivery as its provider names it, in 40 and 500 characters at most: the same one again has no effect. */
  delivery: { provider: string; key: string };
  /**
   * The member whom the channel has proven: for mail by the recipient's token, DMARC and the address; for a chat by the link of the
   * account. Null: anybody else. Nothing is answered for them.
   */
  from: Person | null;
  /** As it came, with quotes. A megabyte at most, with the headers: channels take in no more. */
  text: string;
  /** The headers of a mail, by lower-case name. */
  headers?: Readonly<Record<string, string>>;
  /** It answers a message that we sent by this channel for the question. */
  answersOurMessage: boolean;
  /** Its subject instead of a question. */
  about?: { kind: "action"; id: number };
  /** Sentences of the channel about what it found: they stand before the reasons of the classifier. */
  remarks?: readonly string[];
}

export interface ReceiptOfReply {
  /** `answered`: it is the person's answer. `kept`: people see it, with its draft. `repeated`: it came before. */
  outcome: "answered" | "kept" | "repeated";
  /** Null: it came before. */
  relevance: Relevance | null;
}

/**
 * Takes in free text from a channel. Every reply is kept. A relevant one that reads as an answer which fits an input, a selection or a
 * review is that person's answer, by the usual verb and under its rules. An approval is only drafted: a person gives it in the app.
 */
export async function receiveAnswer(
  received: ReceivedReply,
  gateway: Gateway = getGateway(),
): Promise<ReceiptOfReply> {
  const { tenantId, delivery } = received;
  const { row, isRepeated } = await inTenant(gateway.database, tenantId, async (tx) => ({
    row: await questionOf(tx, received),
    isRepeated: (await findDelivery(tx, tenantId, delivery)) !== null,
  }));
  if (isRepeated) return repeated;
  const now = gateway.clock.now();
  const found = await classifyFor(received, row, now, gateway);
  const reasonsFound = row === null ? ["It belongs to no question of the company."] : found.reasons;
  const classified = { ...found, reasons: [...(received.remarks ?? []), ...reasonsFound] };
  const receipt = await takeIn(received, { row, classified, now }, gateway);
  if (classified.by !== "rules" || classified.modelFailed) await judgeClassifier(tenantId, gateway);
  return receipt;
}

/** As the person's answer, or for people to see. */
async function takeIn(
  received: ReceivedReply,
  { row, classified, now }: { row: InteractionRow | null; classified: Classified; now: Date },
  gateway: Gateway,
): Promise<ReceiptOfReply> {
  const refused = await answerWith(received, row, classified, gateway);
  if (refused === null) return { outcome: "answered", relevance: classified.relevance };
  const reasons = [...classified.reasons, ...(refused === "" ? [] : [`It was not taken: ${refused}`])];
  const isKept = await keep(received, row, { ...classified, reasons }, now, gateway);
  return isKept ? { outcome: "kept", relevance: classified.relevance } : repeated;
}

const repeated: ReceiptOfReply = { outcome: "repeated", relevance: null };

/** Null: there is none in this tenant that the app asked. */
async function questionOf(
  tx: TenantTransaction,
  { tenantId, interactionId }: ReceivedReply,
): Promise<InteractionRow | null> {
  const row = interactionId === null ? null : await findInteraction(tx, tenantId, interactionId);
  return row && isGenuineQuestion(row) ? row : null;
}

/** Outside of any transaction: a model may be asked. */
async function classifyFor(
  { text, headers = {}, from, tenantId, answersOurMessage }: ReceivedReply,
  row: InteractionRow | null,
  now: Date,
  gateway: Gateway,
): Promise<Classified> {
  const isFromResponder = row !== null && from?.tenantId === tenantId && isResponder(row, from);
  const reply = {
    text,
    headers,
    cameByAskedChannel: answersOurMessage,
    from: isFromResponder ? ("asked" as const) : ("other" as const),
    receivedAt: now,
  };
  const question = {
    ...row?.requestData,
    type: row?.interactionType ?? ("input" as const),
    message: row?.requestData.message ?? "",
    askedAt: new Date(row?.createdAt ?? now),
    openUntil: new Date(row?.endedAt ?? row?.timeoutAt ?? now),
  };
  return classify(reply, question, gateway);
}

/** Null: it is answered. Otherwise why not; empty where nothing was to be answered. */
async function answerWith(
  received: ReceivedReply,
  row: InteractionRow | null,
  classified: Classified,
  gateway: Gateway,
): Promise<string | null> {
  const { from: person, channel } = received;
  const { draft, relevance } = classified;
  if (row === null || person === null || row.interactionType === "approval") return "";
  if (relevance !== "relevant" || draft.value === null) return "";
  const reply = columnsOf(received, classified);
  const arrival = { channel, raw: rawOf(received), reply };
  try {
    await answerBy(person, { id: row.id, response: draft.value.answer, arrival }, gateway);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.publicMessage;
    throw error;
  }
}

/** False: the delivery came before. */
async function keep(
  received: ReceivedReply,
  row: InteractionRow | null,
  classified: Classified,
  now: Date,
  gateway: Gateway,
): Promise<boolean> {
  const { tenantId, from, channel } = received;
  const isOurs = from?.tenantId === tenantId;
  const given = {
    tenantId,
    interactionId: row?.id ?? null,
    userId: isOurs ? from.userId : null,
    userLabel: isOurs ? from.name : null,
    sourceChannel: channel,
    rawPayload: rawOf(received),
    receivedAt: now,
  };
  const reply = columnsOf(received, classified);
  const isKept = await inTenant(gateway.database, tenantId, async (tx) => {
    // Answers and replies to one question follow one another, as its events do.
    if (row) await lockInteraction(tx, tenantId, row.id);
    if ((await insertReply(tx, { ...given, reply, seal: sealReply({ ...given, ...reply }) })) === null)
      return false;
    if (row)
      await appendEvent(tx, {
        ...(isOurs ? byPerson(from) : bySystem(tenantId, "replies")),
        entityType: "interaction",
        entityId: row.id,
        type: "interaction.reply_received",
        details: { classification: classified.relevance, reading: classified.draft.reading },
      });
    return true;
  });
  if (isKept) afterCommit(gateway, tenantId);
  return isKept;
}

const REASONING_CHARACTERS_MAX = 4_000;

const columnsOf = ({ delivery }: ReceivedReply, classified: Classified): ReplyColumns => ({
  deliveryProvider: delivery.provider,
  deliveryKey: delivery.key,
  relevanceScore: classified.points / 100,
  reasoning: storable(classified.reasons.join(" ")).slice(0, REASONING_CHARACTERS_MAX),
  classification: classified.relevance,
  draftedReading: classified.draft.reading,
  draftedAnswer: classified.draft.value,
  classifiedBy: classified.by,
  modelFailed: classified.modelFailed,
});

/** As it came, but for characters that the database cannot hold. */
const rawOf = ({ text, headers = {}, about }: ReceivedReply) => ({
  ...(about && { about }),
  text: storable(text),
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [storable(name), storable(value)]),
  ),
});

const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");
