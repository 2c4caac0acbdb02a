import { afterAll } from "vitest";
import { type MailReplies, createMailChannel } from "@/lib/channels/mail/mail-channel";
import { openMailServer } from "@/lib/channels/mail/testing/mail-server";
import type { Person } from "@/lib/core/access/principal";
import { useQuestions } from "@/lib/interactions/testing/use-questions";
import { deliverEveryMessage } from "@/lib/messages/deliver-messages";

/** A company with questions whose people are told by mail, over real SMTP. @param address Where they reply to; null: nobody reads it. */
export async function useMail(
  address: MailReplies["address"] | null = null,
  providers: MailReplies["providers"] = [],
) {
  const server = await openMailServer();
  const questions = await useQuestions();
  afterAll(() => server.close());
  const { world, gateway } = questions;
  gateway.channels = [
    createMailChannel(
      {
        host: "127.0.0.1",
        port: server.port,
        security: "off",
        login: null,
        from: { name: "Countersign", address: "cs@sign.example" },
      },
      address && { address, clock: gateway.clock, providers },
    ),
  ];
  return {
    ...questions,
    server,
    deliver: () => deliverEveryMessage(gateway),
    /** Everything that this person got, in order. */
    mailsTo: ({ email }: Person) => server.mails.filter(({ envelope }) => envelope.to.includes(email)),
    prefer: (person: Person, questionsToo: boolean, tierMin: number | null) => world.owner`
      INSERT INTO channel_preferences (tenant_id, user_id, kind, questions, tier_min, changed_at)
      VALUES (${person.tenantId}, ${person.userId}, 'email', ${questionsToo}, ${tierMin}, '2026-01-01')
      ON CONFLICT (tenant_id, user_id, kind)
        DO UPDATE SET questions = excluded.questions, tier_min = excluded.tier_min`,
  };
}
