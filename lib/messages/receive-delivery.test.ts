import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { RawDelivery, ReceivedDelivery } from "@/lib/channels/channel";
import { answer } from "@/lib/interactions/answer";
import { type KnownDelivery, receiveDelivery } from "./receive-delivery";
import { FAKE_SECRET } from "./testing/fake-channel";
import { useMessages } from "./testing/use-messages";

/** Deliveries of a channel: verified, taken in once, and attributed to the linked person. */

const messaging = await useMessages();
const { world, owner, provider, ask, deliver, gotBy, pass } = messaging;
const { gateway, tenantId } = world;
const ana = world.approver;
const accountId = await messaging.openAccount();
await messaging.link(ana, accountId);
const inbound = provider.channel.inbound!;

let handled: KnownDelivery[] = [];
beforeEach(() => {
  handled = [];
});
let keys = 0;
const delivery = (more: Partial<ReceivedDelivery> = {}): Omit<ReceivedDelivery, "kind"> => ({
  providerKey: `key-${(keys += 1)}`,
  accountExternalId: `T${tenantId}`,
  user: { externalUserId: `U${ana.userId}`, label: "ana" },
  command: { kind: "ignored" },
  ...more,
});
const signed = (body: string, secret = FAKE_SECRET): RawDelivery => ({
  headers: { "x-signature": createHmac("sha256", secret).update(body).digest("hex") },
  body,
  now: messaging.time.now,
});
const verified = (more: Partial<ReceivedDelivery> = {}): ReceivedDelivery => {
  const received = inbound.receive(signed(JSON.stringify(delivery(more))));
  if (received.kind !== "received") throw new Error(received.kind);
  return received;
};
/** As an operation would: it answers by the verb that every channel shares. */
async function handle(known: KnownDelivery): Promise<string> {
  handled.push(known);
  const { person, command, message } = known;
  if (!person) return "unlinked";
  if (command.kind !== "answer" || !message?.interactionId) return "ignored";
  const { outcome } = await answer(
    person,
    { id: message.interactionId, response: command.response },
    gateway,
  );
  return outcome;
}
const receive = (received: ReceivedDelivery) => receiveDelivery("slack", received, handle, gateway);

test("one that nobody signed, or that is no delivery, is none", () => {
  const body = JSON.stringify(delivery());
  expect(inbound.receive(signed(body, "other"))).toEqual({ kind: "forged" });
  expect(inbound.receive({ ...signed(body), body: `${body} ` })).toEqual({ kind: "forged" });
  expect(inbound.receive(signed("{"))).toEqual({ kind: "malformed" });
});

describe("an answer", () => {
  test("that is delivered 50 times, at once and later, is one, and every repeat is told the same", async () => {
    const id = await ask();
    await deliver();
    const { ref } = gotBy(ana)[0]!;
    const received = verified({ command: { kind: "answer", ref, response: { count: 3 } } });
    const results = await Promise.all(Array.from({ length: 25 }, () => receive(received)));
    for (let repeat = 0; repeat < 25; repeat += 1) results.push(await receive(received));
    expect(handled).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === "handled")).toEqual([
      { kind: "handled", outcome: "responded" },
    ]);
    expect(results.slice(25)).toEqual(
      Array.from({ length: 25 }, () => ({ kind: "repeat", outcome: "responded" })),
    );
    const rows = await owner`SELECT 1 FROM hil_responses WHERE matched_interaction_id = ${id}`;
    expect(rows).toHaveLength(1);
  });
  test("that broke off is handled by its repeat, and whoever stopped leaves it to a later one", async () => {
    const received = verified();
    const broken = receiveDelivery("slack", received, () => Promise.reject(new Error("stop")), gateway);
    await expect(broken).rejects.toThrow("stop");
    expect(await receive(received)).toMatchObject({ kind: "handled" });
    const stopped = verified();
    await owner`
      INSERT INTO channel_deliveries (tenant_id, account_id, provider_key, received_at, handling_until)
      VALUES (${tenantId}, ${accountId}, ${stopped.providerKey}, ${messaging.time.now},
        ${new Date(messaging.time.now.getTime() + 30_000)})`;
    expect(await receive(stopped)).toEqual({ kind: "busy" });
    pass(31);
    expect(await receive(stopped)).toMatchObject({ kind: "handled" });
  });
});

describe("whose it is", () => {
  test("is whoever is linked: nobody for a stranger, and no message of another account", async () => {
    const other = await world.addTenant();
    await messaging.openAccount(other.tenantId);
    await ask();
    await deliver();
    const { ref } = gotBy(ana).at(-1)!;
    const command = { kind: "answer", ref, response: { count: 3 } } as const;
    await receive(verified({ command, user: { externalUserId: "U-stranger", label: "?" } }));
    await receive(verified({ command, accountExternalId: `T${other.tenantId}` }));
    expect(handled).toMatchObject([{ person: null }, { person: null, message: null }]);
    expect(handled[0]!.message).not.toBeNull();
  });
  test("an account that nobody connected, or that was closed, is nobody's", async () => {
    expect(await receive(verified({ accountExternalId: "T-none" }))).toEqual({ kind: "unknown_account" });
    const closed = await messaging.openAccount(tenantId, "T-closed");
    await owner`UPDATE channel_accounts SET state = 'closed', closed_at = now() WHERE id = ${closed}`;
    expect(await receive(verified({ accountExternalId: "T-closed" }))).toEqual({ kind: "unknown_account" });
    expect(handled).toEqual([]);
  });
});
