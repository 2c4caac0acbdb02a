import { randomBytes } from "node:crypto";
import { inTenant } from "@/db/client";
import { type AccountRow, listAccounts, openOwnAccount, resumeAccount } from "@/db/queries/messages/accounts";
import { findRecipient } from "@/db/queries/messages/recipients";
import { listPushDevices } from "@/db/queries/people/push-devices";
import type { Card } from "@/lib/channels/card";
import type { MessageChannel, MessagePerson, SendOutcome } from "@/lib/channels/channel";
import type { ChannelTest } from "@/lib/contract/settings/channels";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import type { ChannelKind } from "@/lib/core/message/message";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { takeTestQuota } from "@/lib/gateway/controls/quotas/quotas";
import { baseUrl } from "@/lib/gateway/read/proposals/action-url";
import { channelAccountOf } from "./prepare";

const REF_BYTES = 16;

/**
 * Sends the person a message that is about nothing, and says what became of it. Where it was sent, an account that had paused goes on.
 * @throws AppError not_found 404 for a channel that is not set up or does not reach them; rate_limited 429.
 */
export async function testChannel(
  person: Person,
  kind: ChannelKind,
  gateway: Gateway = getGateway(),
): Promise<ChannelTest> {
  const channel = gateway.channels.find((one) => one.kind === kind);
  if (!channel) throw new AppError("not_found", "This channel is not set up.");
  await takeTestQuota(person, gateway);
  const { account, externalUserId, devices } = await findOwnAccount(person, channel, gateway);
  const { tenantId, userId, name, email } = person;
  const ref = randomBytes(REF_BYTES).toString("base64url");
  const target = {
    account: channelAccountOf(account),
    ref,
    person: { userId, name, email, externalUserId, devices },
    place: null,
    firstExternalId: null,
    part: "test",
  };
  const outcome = await channel.send(target, channel.render(testCard(ref)));
  if (outcome.kind === "sent")
    await inTenant(gateway.database, tenantId, (tx) => resumeAccount(tx, tenantId, account.id));
  return resultOf(outcome);
}

async function findOwnAccount(
  { tenantId, userId }: Person,
  { kind, ownLabel }: MessageChannel,
  gateway: Gateway,
): Promise<{ account: AccountRow } & Pick<MessagePerson, "externalUserId" | "devices">> {
  const now = gateway.clock.now();
  return inTenant(gateway.database, tenantId, async (tx) => {
    const devices = kind === "web_push" ? await listPushDevices(tx, { tenantId, userId }) : [];
    if (kind === "web_push" && devices.length === 0) throw notReached();
    if (ownLabel !== undefined) await openOwnAccount(tx, tenantId, { kind, label: ownLabel, now });
    for (const account of (await listAccounts(tx, tenantId)).filter((one) => one.kind === kind)) {
      const found = await findRecipient(tx, tenantId, { userId, accountId: account.id, kind });
      const externalUserId = found?.externalUserId ?? null;
      if (ownLabel !== undefined || externalUserId !== null) return { account, externalUserId, devices };
    }
    throw notReached();
  });
}

const notReached = () =>
  new AppError(
    "not_found",
    "This channel does not reach you yet: link yourself, or turn a browser on, first.",
  );

const testCard = (ref: string): Card => ({
  ref,
  subject: { kind: "account", id: 0 },
  occasion: "test",
  title: "Test message",
  from: "Countersign",
  said: null,
  facts: [],
  warnings: [],
  offer: null,
  outcome: null,
  action: null,
  url: `${baseUrl()}/account`,
});

function resultOf(outcome: SendOutcome): ChannelTest {
  switch (outcome.kind) {
    case "sent":
      return { outcome: "sent", words: "It was sent. It may take a minute to arrive." };
    case "unknown":
      return { outcome: "unknown", words: `It may have arrived: ${outcome.why}` };
    case "later":
    case "refused":
      return { outcome: "not_sent", words: outcome.why };
  }
}
