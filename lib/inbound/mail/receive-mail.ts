/**
 * This folder holds replies by mail: whose they are, and to what. A mail answers by the verb for replies from every channel, and only in
 * the name of the person whom its address was made for; it decides nothing.
 */

import { createHash } from "node:crypto";
import { inTenant } from "@/db/client";
import { countDeliveries } from "@/db/queries/interactions/replies";
import { listAccounts } from "@/db/queries/messages/accounts";
import { findLiveMember } from "@/db/queries/messages/recipients";
import { trustedRole } from "@/lib/auth/session/role-seal";
import type { InboundMail } from "@/lib/channels/mail/inbound-mail";
import type { IncomingMail } from "@/lib/channels/mail/inbound/incoming-mail";
import { type ReadReplyAddress, readReplyAddress } from "@/lib/channels/mail/reply-address";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";
import { type ReceiptOfReply, receiveAnswer } from "@/lib/interactions/replies/receive-answer";
import { noteReturned } from "@/lib/messages/note-returned";
import { handleOnce } from "@/lib/messages/receive-delivery";

export type MailOutcome =
  | ReceiptOfReply["outcome"]
  /** It is for no address of ours, so that no company is known. Nothing is written. */
  | "no_address"
  /** So many came to this address that no more are kept. */
  | "too_many"
  /** A mail server returned a mail of ours: that message has failed. Nothing of the report is kept. */
  | "returned";

const PROVIDER = "mail";
/** Anybody who has the address can write to it as often as they like. */
const KEPT_MAX = 20;
const SUBJECTS_MAX = 5;
const NAMES_MAX = 5;
const NAME_CHARACTERS_MAX = 80;

/** Takes in a mail that a way in has checked, once however often it comes and by whichever way. Returns what became of the last of its addresses of ours. */
export async function receiveMail(
  mail: IncomingMail,
  { settings }: InboundMail,
  gateway: Gateway,
): Promise<MailOutcome> {
  let outcome: MailOutcome = "no_address";
  for (const [address, subject] of subjectsOf(mail, settings.address, gateway.clock.now())) {
    const receive = () => receiveOne(mail, address, subject, gateway);
    outcome =
      mail.voucher === undefined
        ? await receive()
        : await receiveOnce(mail.voucher, subject, receive, gateway);
  }
  return outcome;
}

/** A voucher is good for one mail to a company. @throws AppError already_received 409 while it is being handled. */
export async function receiveOnce<Outcome extends string>(
  voucher: string,
  { tenantId }: ReadReplyAddress,
  receive: () => Promise<Outcome>,
  gateway: Gateway,
): Promise<Outcome | "no_address" | "repeated"> {
  const accounts = await inTenant(gateway.database, tenantId, (tx) => listAccounts(tx, tenantId));
  const account = accounts.find(({ kind, externalId }) => kind === "email" && externalId === null);
  // A company that has sent mail has this account.
  if (!account) return "no_address";
  let outcome: Outcome | "repeated" = "repeated";
  const key = { tenantId, accountId: account.id, providerKey: voucher };
  const { kind } = await handleOnce(key, async () => (outcome = await receive()), gateway);
  if (kind === "busy") throw new AppError("already_received", "This mail is being taken in.");
  return outcome;
}

function subjectsOf(
  { envelope }: IncomingMail,
  inbox: InboundMail["settings"]["address"],
  now: Date,
): Map<string, ReadReplyAddress> {
  const subjects = new Map<string, ReadReplyAddress>();
  for (const to of envelope.to) {
    const subject = readReplyAddress(to, inbox, now);
    if (subject && subjects.size < SUBJECTS_MAX) subjects.set(to.trim().toLowerCase(), subject);
  }
  return subjects;
}

async function receiveOne(
  mail: IncomingMail,
  address: string,
  subject: ReadReplyAddress,
  gateway: Gateway,
): Promise<MailOutcome> {
  const { tenantId, kind, id, isExpired } = subject;
  const { returned } = mail;
  if (returned && mail.envelope.from === null && (await noteReturned({ ...subject, ...returned }, gateway)))
    return "returned";
  const begin = `${sha256(address).slice(0, 32)}:`;
  const known = await inTenant(gateway.database, tenantId, async (tx) => ({
    member: await findLiveMember(tx, tenantId, subject.userId),
    kept: (await countDeliveries(tx, tenantId, { provider: PROVIDER, begin })).count,
  }));
  if (known.kept >= KEPT_MAX) return "too_many";
  const member = known.member && personOf(known.member);
  const why = whyNotTheirs(mail, member);
  const isForQuestion = kind === "question" && !isExpired;
  const { outcome } = await receiveAnswer(
    {
      tenantId,
      interactionId: isForQuestion ? id : null,
      channel: "email",
      delivery: { provider: PROVIDER, key: `${begin}${keyOf(mail)}` },
      from: why === null ? member : null,
      text: mail.text,
      headers: mail.headers,
      answersOurMessage: true,
      ...(kind === "action" && { about: { kind, id } }),
      remarks: [...(why === null ? [] : [why]), ...remarksOn(mail, subject)],
    },
    gateway,
  );
  return outcome;
}

function personOf(row: NonNullable<Awaited<ReturnType<typeof findLiveMember>>>): Person {
  const { roleSeal, roleChanges, ...person } = row;
  return { kind: "person", ...person, role: trustedRole({ ...person, roleSeal, roleChanges }), via: "token" };
}

/** Null: the member whom the address was made for sent it. */
function whyNotTheirs({ from, isAuthentic }: IncomingMail, member: Person | null): string | null {
  if (member === null) return "It was sent to an address of somebody who is no member any more.";
  if (from.length !== 1) return "Its header From names nobody, or several.";
  if (from[0] !== member.email.trim().toLowerCase())
    return `It was sent to an address made for ${member.name}, and not from theirs.`;
  return isAuthentic ? null : "Nobody vouches for its sender: the domain of From did not sign it (DMARC).";
}

function remarksOn(
  { attachments, envelope }: IncomingMail,
  { kind, id, isExpired }: ReadReplyAddress,
): string[] {
  const names = attachments.slice(0, NAMES_MAX).map((name) => name.slice(0, NAME_CHARACTERS_MAX));
  return [
    ...(envelope.from === null ? ["A mail server sent it: our mail may not have arrived."] : []),
    ...(isExpired
      ? [`The address of ${kind === "question" ? "question" : "proposed action"} #${id} had expired.`]
      : []),
    ...(kind === "action" ? [`It answers a mail about proposed action #${id}: no mail decides one.`] : []),
    ...(names.length > 0
      ? [
          `Its ${attachments.length === 1 ? "attachment is" : "attachments are"} not kept: ${names.join(", ")}.`,
        ]
      : []),
  ];
}

/** The same for each copy of a mail. A mail without a Message-ID is known by its words. */
const keyOf = ({ messageId, from, headers, text }: IncomingMail): string =>
  sha256(messageId === null ? JSON.stringify([from, headers.date ?? null, text]) : `id ${messageId.trim()}`);

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
