import { afterAll } from "vitest";
import type { Person, Role } from "@/lib/core/access/principal";
import type { ChannelKind, Following } from "@/lib/core/message/message";
import { useQuestions } from "@/lib/interactions/testing/use-questions";
import { deliverEveryMessage } from "@/lib/messages/deliver-messages";
import { confirmLink, offerLink } from "@/lib/messages/links";
import { closeReceivers } from "@/lib/outbound/testing/receiver";
import { openFakeProvider } from "./fake-channel";

/** A company with questions, and a channel by which its people are told, over real HTTP. */
export async function useMessages(options: { kind?: ChannelKind; following?: Following } = {}) {
  const questions = await useQuestions();
  const { world, gateway, time } = questions;
  const { owner, tenantId } = world;
  const provider = await openFakeProvider(options);
  afterAll(closeReceivers);
  gateway.channels = [provider.channel];
  const { kind } = provider.channel;

  const openAccount = async (of = tenantId, externalId = `T${of}`): Promise<number> => {
    const [row] = await owner<{ id: number }[]>`
      INSERT INTO channel_accounts (tenant_id, kind, external_id, label, opened_at, opened_by_label)
      VALUES (${of}, ${kind}, ${externalId}, 'Slack', ${time.now}, 'Adam') RETURNING id`;
    return row!.id;
  };
  const link = async (person: Person, accountId: number): Promise<void> => {
    const user = {
      tenantId: person.tenantId,
      accountId,
      externalUserId: `U${person.userId}`,
      label: person.name,
    };
    await confirmLink({ ...person, via: "session" }, await offerLink(user, gateway), gateway);
  };
  return {
    ...questions,
    owner,
    provider,
    openAccount,
    link,
    /** A person whom the account reaches. */
    person: async (name: string, role: Role, accountId: number): Promise<Person> => {
      const person = await world.home.person(name, role);
      await link(person, accountId);
      return person;
    },
    prefer: (person: Person, questionsToo: boolean, tierMin: number | null) => owner`
      INSERT INTO channel_preferences (tenant_id, user_id, kind, questions, tier_min, changed_at)
      VALUES (${person.tenantId}, ${person.userId}, ${kind}, ${questionsToo}, ${tierMin}, '2026-01-01')
      ON CONFLICT (tenant_id, user_id, kind)
        DO UPDATE SET questions = excluded.questions, tier_min = excluded.tier_min`,
    deliver: () => deliverEveryMessage(gateway),
    /** Everything that this person got, in order. */
    gotBy: (person: Person) => provider.arrived.filter(({ to }) => to === person.email),
    messages: (interactionId: number) => owner<MessageState[]>`
      SELECT g.state, g.attempts, g.doubtful, g.last_error, g.next_at, u.name AS to FROM channel_messages g
        JOIN users u ON u.id = g.user_id
      WHERE g.interaction_id = ${interactionId} ORDER BY g.id`,
  };
}

interface MessageState {
  state: string;
  attempts: number;
  doubtful: boolean;
  last_error: string | null;
  next_at: Date | null;
  to: string;
}
