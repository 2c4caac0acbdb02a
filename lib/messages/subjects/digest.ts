import { type DigestedRow, listDigested } from "@/db/queries/messages/digests";
import type { Card } from "@/lib/channels/card";
import { mayDecide } from "@/lib/core/access/principal";
import { DIGEST_KINDS, DIGEST_TIER_MAX } from "@/lib/core/message/routing/digest";
import { baseUrl } from "@/lib/gateway/read/proposals/action-url";
import { forbiddenBy } from "@/lib/messages/routing/policy";
import { INBOX_PATH } from "@/lib/view/views";
import type { Recipient, Subject, SubjectReader } from "./subject";

/** More are not counted: whoever has so many waiting reads the inbox. */
const COUNTED_MAX = 200;

/** The L1 and L2 actions that wait for this person when their digest leaves, by role and policy as they are then. */
export async function readDigest(reader: SubjectReader): Promise<Subject> {
  const { message, recipient } = reader;
  const waiting = await waitingFor(reader);
  return {
    now: {
      version: { status: "digest", hash: `${message.digestOn}:${waiting.length}` },
      isOpen: waiting.length > 0,
      reminders: 0,
      warned: false,
    },
    recipient: {
      shouldBeNotified: recipient.isReachable && DIGEST_KINDS.includes(recipient.kind),
      hasActed: false,
    },
    cardOf: () => ({ ref: message.ref, ...cardOf(waiting, recipient) }),
  };
}

async function waitingFor({ tx, message: { tenantId }, recipient }: SubjectReader): Promise<DigestedRow[]> {
  const { userId, role } = recipient;
  if (!recipient.isReachable || !mayDecide(role)) return [];
  const page = { userId, tierMax: DIGEST_TIER_MAX, limit: COUNTED_MAX + 1 };
  const waiting = [];
  for (const row of await listDigested(tx, tenantId, page)) {
    const forbidden = await forbiddenBy({ tx, tenantId, actionId: row.id, people: [recipient] });
    if (forbidden.length === 0) waiting.push(row);
  }
  return waiting;
}

function cardOf(waiting: readonly DigestedRow[], recipient: Recipient): Omit<Card, "ref"> {
  const count = waiting.length > COUNTED_MAX ? `More than ${COUNTED_MAX}` : String(waiting.length);
  const title = waiting.length === 1 ? "1 low-risk action waits" : `${count} low-risk actions wait`;
  const since = sinceText(new Date(waiting[0]!.createdAt), recipient.timeZone ?? recipient.tenantZone);
  return {
    subject: { kind: "digest", id: 0 },
    occasion: "digest",
    title,
    from: "Countersign",
    said: null,
    facts: [],
    warnings: [],
    offer: null,
    outcome: waiting.length === 1 ? `${title}, since ${since}.` : `${title}; the oldest since ${since}.`,
    url: `${baseUrl()}${INBOX_PATH}?${searchOf(waiting)}`,
    action: null,
  };
}

/** Narrowed to their tier, or to both. */
function searchOf(waiting: readonly DigestedRow[]): string {
  const [{ tier }] = waiting as [DigestedRow];
  return waiting.every((row) => row.tier === tier) ? `tier=${tier}` : `tier_max=${DIGEST_TIER_MAX}`;
}

/** `Fri 27 Nov, 14:05`, by the clocks of its reader. */
function sinceText(at: Date, timeZone: string): string {
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const of = (format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, ...format }).format(at);
  return `${of(day)}, ${of(time)}`;
}
