import { afterAll } from "vitest";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { mailRepliesOf } from "@/lib/channels/mail/mail-channel";
import { systemClock } from "@/lib/clock";
import type { InboundMailSettings } from "@/lib/core/message/inbound-mail-settings";
import type { Person } from "@/lib/core/access/principal";
import { listenForReplies } from "@/lib/inbound/mail/listen";
import { listReplies } from "@/lib/interactions/replies/list-replies";
import { useMail } from "@/lib/messages/testing/use-mail";

export const INBOX = { local: "reply", domain: "in.sign.example" };
export const RELAY = "mx.sign.example";
const NOBODY: InboundMailSettings = {
  sendgridEvents: null,
  address: INBOX,
  smtp: null,
  postmark: null,
  sendgrid: null,
  ses: null,
  mailgun: null,
};

/** A mail that somebody writes, and what the relay says of it. */
export interface Written {
  from: string;
  to: string | string[];
  text: string;
  /** Null: the sender of mail servers. */
  envelopeFrom?: string | null;
  messageId?: string | null;
  /** The relay's findings. */
  dmarc?: "pass" | "fail" | "none" | null;
  /** Lines above the sender's own. */
  headers?: readonly string[];
}

let written = 0;

/** A mail as it arrives, with what the relay wrote above it. */
export function rawOf({ from, to, text, messageId, dmarc = "pass", headers = [] }: Written): string {
  written += 1;
  const id = messageId === undefined ? `<${written}.test@mail.example>` : messageId;
  const domain = from.split("@").at(-1)!.replace(">", "");
  return [
    "Received: from mail.example by mx.sign.example; Sat, 28 Nov 2026 08:00:00 +0000",
    ...(dmarc === null
      ? []
      : [`Authentication-Results: ${RELAY};\r\n spf=pass; dmarc=${dmarc} (p=NONE) header.from=${domain}`]),
    ...headers,
    `From: ${from}`,
    `To: ${[to].flat().join(", ")}`,
    "Date: Sat, 28 Nov 2026 08:00:00 +0000",
    ...(id === null ? [] : [`Message-ID: ${id}`]),
    "Subject: Re: Question",
    ...(headers.some((line) => /^content-type:/i.test(line))
      ? []
      : ["Content-Type: text/plain; charset=utf-8"]),
    "",
    text,
  ].join("\r\n");
}

/** A company whose people are told by mail and reply by mail, both over real SMTP. */
export async function useInboundMail(settings: Partial<InboundMailSettings> = {}) {
  const all = {
    ...NOBODY,
    smtp: { host: "127.0.0.1", port: 0, relays: ["127.0.0.0/8"], authservId: RELAY },
    ...settings,
  };
  const mail = await useMail(INBOX, mailRepliesOf(all, systemClock).providers);
  const { gateway, world, server } = mail;
  gateway.inboundMail = { settings: all, readPage: async () => null };
  const listener = (await listenForReplies(gateway))!;
  afterAll(() => listener.close());
  const addressFor = (person: Person): string => {
    const last = mail.mailsTo(person).at(-1)!;
    return last.replyTo![0]!.address!;
  };
  return {
    ...mail,
    port: listener.port,
    /** Asks, tells everybody, and returns the question with the address at which this person answers it. */
    askBy: async (person: Person, more: Record<string, unknown> = {}) => {
      const id = await mail.ask({ responders: [{ user_id: person.userId }], ...more });
      await mail.deliver();
      return { id, to: addressFor(person) };
    },
    addressFor,
    /** The relay hands a mail over. Resolves to the code with which it was taken or refused. */
    hand: (mailWritten: Written, raw = rawOf(mailWritten)) => handOver(listener.port, mailWritten, raw),
    repliesTo: async (id: number, by: Person = world.approver) => (await listReplies(by, id, gateway)).items,
    server,
    counts: async () => {
      const [row] = await world.owner<{ replies: number; answers: number; ended: number }[]>`
        SELECT (SELECT count(*)::int FROM hil_responses) AS replies,
          (SELECT count(*)::int FROM hil_responses WHERE place IS NOT NULL) AS answers,
          (SELECT count(*)::int FROM hil_interactions WHERE status <> 'pending') AS ended`;
      return row!;
    },
  };
}

async function handOver(port: number, { from, to, envelopeFrom }: Written, raw: string): Promise<number> {
  const connection = new SMTPConnection({ host: "127.0.0.1", port, ignoreTLS: true });
  const sender = envelopeFrom === undefined ? from.replace(/^.*<|>.*$/g, "") : (envelopeFrom ?? "");
  try {
    return await new Promise<number>((resolve) => {
      const failed = (error: Error & { responseCode?: number }) => resolve(error.responseCode ?? 0);
      connection.on("error", failed);
      connection.connect(() => {
        connection.send({ from: sender || false, to: [to].flat() }, raw, (error) =>
          error ? failed(error as Error & { responseCode?: number }) : resolve(250),
        );
      });
    });
  } finally {
    connection.close();
  }
}
