import { inTenant } from "@/db/client";
import { countAttempt } from "@/db/queries/messages/accounts";
import {
  findMail,
  noteReported as noteReportedRow,
  noteReturned as noteRow,
} from "@/db/queries/messages/messages";
import { figureStart } from "@/lib/core/message/channel-health";
import type { Gateway } from "@/lib/gateway/context";
import { judgeHealth } from "./judge-health";

/** A mail of ours, as whoever tells of it names it. */
interface NamedMail {
  tenantId: number;
  kind: "question" | "action";
  /** The id of the question or action. */
  id: number;
  userId: number;
  /** The message's name. Null: the last mail to this person about it. */
  ref: string | null;
}

export interface Returned extends NamedMail {
  /** In the server's words. */
  why: string;
}

/**
 * A server returned a mail of ours. Its message has failed, and counts once as a failed attempt of the channel: it
 * counted as sent before. False: no mail of ours is meant.
 */
export async function noteReturned(returned: Returned, gateway: Gateway): Promise<boolean> {
  const { tenantId } = returned;
  const now = gateway.clock.now();
  const found = await inTenant(gateway.database, tenantId, async (tx) => {
    const mail = await findMail(tx, tenantId, returned);
    if (mail === null) return null;
    const isNew =
      (await noteRow(tx, tenantId, { id: mail.id, why: `The mail came back: ${returned.why}`, now })) > 0;
    const { accountId } = mail;
    if (isNew) await countAttempt(tx, tenantId, { accountId, beganAt: figureStart(now), isSent: false });
    return { isNew };
  });
  if (found?.isNew) await judgeHealth(tenantId, gateway);
  return found !== null;
}

/**
 * A reader reported a mail of ours as spam. Its message says so, and nothing else changes: it did arrive. Most providers refuse further mail
 * to that address by themselves, and tell that those were returned. False: no mail of ours is meant.
 */
export async function noteReported(reported: NamedMail, { database, clock }: Gateway): Promise<boolean> {
  const { tenantId } = reported;
  return inTenant(database, tenantId, async (tx) => {
    const mail = await findMail(tx, tenantId, reported);
    if (mail !== null) await noteReportedRow(tx, tenantId, { id: mail.id, now: clock.now() });
    return mail !== null;
  });
}
