import { createHash } from "node:crypto";
import type { TenantTransaction } from "@/db/client";
import type { AccountRow } from "@/db/queries/messages/accounts";
import { type MessageRow, recordKnowledge } from "@/db/queries/messages/messages";
import { findRecipient } from "@/db/queries/messages/recipients";
import { listPushDevices } from "@/db/queries/people/push-devices";
import { trustedRole } from "@/lib/auth/session/role-seal";
import { openAccountSecret } from "@/lib/channels/account-secret";
import type { Card } from "@/lib/channels/card";
import type { ChannelAccount, MessageChannel, MessageTarget } from "@/lib/channels/channel";
import { carriesActions } from "@/lib/core/message/message";
import { type Step, type RecipientKnowledge, nextStep } from "@/lib/core/message/next-step";
import { quietEndAt, quietHoursOf } from "@/lib/core/message/routing/quiet-hours";
import { isGenuineLink } from "@/lib/channels/link-seal";
import { readActionSubject } from "./subjects/action";
import { readDigest } from "./subjects/digest";
import { readOutcome } from "./subjects/outcome";
import { readQuestion } from "./subjects/question";
import type { Recipient, Subject, SubjectReader } from "./subjects/subject";

/** Prepares the next step of a leased message from the present rows. */

export interface Prepared {
  message: MessageRow;
  account: AccountRow;
  /** The recipient's knowledge before this step. */
  before: RecipientKnowledge;
  step: Step;
  /** Null: nothing is sent. */
  sending: { target: MessageTarget; card: Card } | null;
  /** Set during the recipient's quiet hours: nothing is sent earlier. */
  heldUntil?: Date;
}

interface Leased {
  message: MessageRow;
  account: AccountRow;
  channel: MessageChannel;
  now: Date;
}

/**
 * Reads everything that the message needs, and stores the recipient's new knowledge before the message leaves. Null: another
 * sender holds the lease by now.
 */
export async function prepareMessage(
  tx: TenantTransaction,
  { message, account, channel, now }: Leased,
): Promise<Prepared | null> {
  const { tenantId } = message;
  const recipient = await readRecipient(tx, message, account);
  const subject = recipient && (await readSubject({ tx, message, recipient, now }));
  const before = knowledgeOf(message);
  if (!subject) return { message, account, before, step: closing(before), sending: null };
  const step = nextStep({ ...message, knowledge: before }, subject.now, subject.recipient, channel.following);
  if (step.kind === "settle") return { message, account, before, step, sending: null };
  const heldUntil = heldBy(step, { message, channel, recipient, now });
  if (heldUntil) return { message, account, before, step, sending: null, heldUntil };
  if (
    step.kind === "send" &&
    (await recordKnowledge(tx, tenantId, message, knowledgeToRecord(step, message))) === 0
  )
    return null;
  const target = targetOf({ message, account, recipient, step });
  return { message, account, before, step, sending: { target, card: shownCard(subject, step) } };
}

/**
 * Reminders and outcomes wait for the end of quiet hours; the warning and the change of a card do not. Nor does a message of a channel
 * that changes cards: one that waits would keep its buttons. A first message was given its time when it was planned.
 */
function heldBy(
  step: Step,
  {
    message,
    channel,
    recipient,
    now,
  }: Pick<Leased, "message" | "channel" | "now"> & { recipient: Recipient },
): Date | null {
  if (step.kind !== "send" || (step.occasion !== "reminder" && step.occasion !== "outcome")) return null;
  if (message.urgent || channel.following === "in_place") return null;
  return quietEndAt(quietHoursOf(recipient), now);
}

/** A first message changes the stored knowledge only after it was sent: until then its recipient knows nothing. */
const knowledgeToRecord = (step: Step, message: MessageRow): RecipientKnowledge =>
  message.externalId === null ? knowledgeOf(message) : step.knowledge;

export const knowledgeOf = ({
  shownStatus,
  shownHash,
  remindersTold,
  warned,
}: MessageRow): RecipientKnowledge => ({
  shown: shownStatus === null || shownHash === null ? null : { status: shownStatus, hash: shownHash },
  reminders: remindersTold,
  warned,
});

const closing = (knowledge: RecipientKnowledge): Step => ({ kind: "settle", state: "closed", knowledge });

async function readRecipient(
  tx: TenantTransaction,
  { tenantId, userId }: MessageRow,
  { id: accountId, kind }: AccountRow,
): Promise<Recipient | null> {
  if (userId === null) return null;
  const row = await findRecipient(tx, tenantId, { userId, accountId, kind });
  if (!row) return null;
  const { linkId, externalUserId, linkSeal } = row;
  const isLinked =
    linkId !== null &&
    externalUserId !== null &&
    isGenuineLink({ tenantId, linkId, accountId, externalUserId, userId }, linkSeal);
  const devices = kind === "web_push" ? await listPushDevices(tx, { tenantId, userId }) : [];
  const isReachable = row.isMember && (kind === "email" || isLinked || devices.length > 0);
  return { ...row, kind, role: trustedRole(row), isReachable, devices };
}

async function readSubject(reader: SubjectReader): Promise<Subject | null> {
  const { interactionId, actionId, outcome, outcomeRound: round, digestOn } = reader.message;
  if (interactionId === null && !carriesActions(reader.recipient.kind)) return null;
  if (digestOn !== null) return readDigest(reader);
  if (actionId !== null && outcome !== null) return readOutcome(reader, { actionId, kind: outcome, round });
  if (interactionId !== null) return readQuestion(reader, interactionId);
  return actionId === null ? null : readActionSubject(reader, actionId);
}

interface Leaving {
  message: MessageRow;
  account: AccountRow;
  recipient: Recipient;
  step: Step;
}

function targetOf({ message, account, recipient, step }: Leaving): MessageTarget {
  const { userId, name, email, externalUserId, devices } = recipient;
  return {
    account: channelAccountOf(account),
    ref: message.ref,
    person: { userId, name, email, externalUserId, devices },
    place: message.place,
    firstExternalId: message.externalId,
    part: partOf(step),
  };
}

/** The same at each attempt of one message, and of no other. */
function partOf(step: Step): string {
  if (step.kind === "update") return `changed-${versionName(step)}`;
  if (step.kind !== "send") return "first";
  switch (step.occasion) {
    case "asked":
    case "repeat":
      return "first";
    case "reminder":
      return `reminder-${step.knowledge.reminders}`;
    case "warning":
      return "warning";
    case "outcome":
      return "outcome";
  }
}

/** The name of the version that the card will show, equal for every attempt to show it. */
function versionName({ knowledge: { shown }, isWithdrawn }: Extract<Step, { kind: "update" }>): string {
  const version = JSON.stringify([shown?.status, shown?.hash, isWithdrawn]);
  return createHash("sha256").update(version).digest("base64url").slice(0, VERSION_CHARACTERS);
}

const VERSION_CHARACTERS = 16;

export const channelAccountOf = ({
  id,
  tenantId,
  externalId,
  sealed,
  settings,
}: AccountRow): ChannelAccount => ({
  id,
  tenantId,
  externalId,
  secret: sealed === null ? null : openAccountSecret(id, sealed),
  settings,
});

/** A card that is no longer its reader's keeps its title alone. */
function shownCard(subject: Subject, step: Step): Card {
  const isUpdate = step.kind === "update";
  const card = subject.cardOf(isUpdate || step.kind === "settle" ? "asked" : step.occasion);
  if (!isUpdate || !step.isWithdrawn) return card;
  const outcome = "You are not asked about this any more.";
  const { question: _, ...rest } = card;
  return { ...rest, said: null, facts: [], warnings: [], offer: null, action: null, outcome };
}
