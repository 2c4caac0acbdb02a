import { afterAll, beforeEach, describe, expect, test } from "vitest";
import webPush from "web-push";
import { openSession } from "@/db/queries/people/identity";
import { startPushService, type Subscribed } from "@/lib/channels/web-push/testing/push-service";
import { createWebPushChannel } from "@/lib/channels/web-push/web-push-channel";
import { systemClock } from "@/lib/clock";
import type { Person } from "@/lib/core/access/principal";
import { endDevice, subscribeDevice } from "@/lib/gateway/access/account/push-devices";
import { readAccount } from "@/lib/gateway/access/account/read-account";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useQuestions } from "@/lib/interactions/testing/use-questions";
import { createSender } from "@/lib/outbound";
import { deliverEveryMessage } from "./deliver-messages";

/** Browsers that their people subscribed, told by a push service that decrypts what comes. */

const service = await startPushService();
afterAll(() => service.stop());
const keys = { ...webPush.generateVAPIDKeys(), subject: "mailto:it@example.com" };
const sender = createSender({
  ownUrls: [],
  openAddresses: [{ host: "localhost", port: service.port }],
  clock: systemClock,
});
const { world, gateway, ask, answer, time, pass } = await useQuestions();
Object.assign(gateway, { pushKeys: keys, channels: [createWebPushChannel({ keys, sender })] });
const { owner } = world;

async function subscribed(person: Person): Promise<Subscribed> {
  const browser = { via: "password", userAgent: "Firefox", validSeconds: 3_600, sessionVersion: 1 } as const;
  const sessionId = (await openSession(gateway.database.sql, { userId: person.userId, ...browser }))!;
  const { device, ...rest } = await service.subscribe(keys.publicKey);
  const { endpoint, p256dh, auth } = device;
  await subscribeDevice(
    { ...person, via: "session", sessionId },
    { endpoint, keys: { p256dh, auth } },
    gateway,
  );
  return { device, ...rest };
}
const noticesOf = async ({ received }: Subscribed) =>
  (await received()).map((text) => JSON.parse(text) as Record<string, string>);
const deliver = () => deliverEveryMessage(gateway);

beforeEach(deliver);

describe("whoever turned notifications on", () => {
  test("is told at each of their browsers that a question waits, and not what it says", async () => {
    const [ana, phone, desk] = [
      world.approver,
      await subscribed(world.approver),
      await subscribed(world.approver),
    ];
    const id = await ask({ request_data: { message: "Secret plans?", schema: { type: "object" } } });
    await deliver();
    for (const browser of [phone, desk])
      expect(await noticesOf(browser)).toEqual([
        {
          title: `Question #${id}`,
          body: "It waits for your answer.",
          url: `/questions/${id}`,
          tag: expect.stringMatching(/^[\w-]{22}$/),
        },
      ]);
    const { push } = await readAccount(ana, gateway);
    expect(push.devices.map(({ sent_at: at }) => at)).toEqual([expect.any(String), expect.any(String)]);
  });

  test("hears of actions from L3 on, and that one waits no more, under the same tag", async () => {
    const otto = await world.home.person("Otto", "approver");
    const browser = await subscribed(otto);
    await owner`UPDATE channel_preferences SET changed_at = '2026-01-01' WHERE user_id = ${otto.userId}`;
    const low = (await world.propose(proposals.arNote())).proposal;
    const { proposal } = await world.propose(proposals.bidPrice("1.43", "1.42"));
    await deliver();
    await world.decide(world.approver, proposal);
    await deliver();
    const notices = await noticesOf(browser);
    expect(notices.map(({ body }) => body)).toEqual([
      "It waits for a decision.",
      "It waits for you no more.",
    ]);
    expect(new Set(notices.map(({ tag }) => tag)).size).toBe(1);
    expect(notices[0]!.url).toContain(String(proposal.id));
    expect(low.id).toBeLessThan(proposal.id);
  });

  test("is told that a write they approved went wrong, and none of its values", async () => {
    const lea = await world.home.person("Lea", "approver");
    const browser = await subscribed(lea);
    await owner`UPDATE channel_preferences SET changed_at = '2026-01-01' WHERE user_id = ${lea.userId}`;
    const { proposal } = await world.propose(proposals.arNote());
    await world.decide(lea, proposal);
    await world.account.fault("closed_period", { key: `cs-${world.tenantId}-${proposal.id}` });
    await world.push((await world.pushOf(proposal.id)).id);
    await deliver();
    expect(await noticesOf(browser)).toEqual([
      {
        title: `Gave up: L2 Low · AR note #${proposal.id}`,
        body: "You approved it, but its write gave up. Somebody has to look at it.",
        url: `/proposed-actions/${proposal.id}`,
        tag: expect.any(String),
      },
    ]);
  });

  test("is told by the browsers that are left once one ended its subscription, which is never written to again", async () => {
    const nia = await world.home.person("Nia", "approver");
    const [gone, left] = [await subscribed(nia), await subscribed(nia)];
    await gone.expire();
    await ask({ responders: [{ user_id: nia.userId }] });
    await deliver();
    expect(await noticesOf(left)).toHaveLength(1);
    expect((await readAccount(nia, gateway)).push.devices).toHaveLength(1);
  });

  test("is told no more once they turned it off, or answered", async () => {
    const pat = await world.home.person("Pat", "approver");
    const browser = await subscribed(pat);
    const id = await ask({ responders: [{ user_id: pat.userId }] });
    await deliver();
    await answer(pat, id);
    await deliver();
    expect(await noticesOf(browser)).toHaveLength(1);
    const { push } = await readAccount(pat, gateway);
    await endDevice(pat, push.devices[0]!.id, gateway);
    await ask({ responders: [{ user_id: pat.userId }] });
    time.now = new Date(time.now.getTime() + 1_000);
    await deliver();
    expect(await noticesOf(browser)).toHaveLength(1);
  });
});

describe("a push service that is down", () => {
  test("for an hour and comes back loses nothing and doubles nothing", async () => {
    const may = await world.home.person("May", "approver");
    const browser = await subscribed(may);
    await service.goDown();
    const ids: number[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      if (minute < 10)
        ids.push(await ask({ responders: [{ user_id: may.userId }], timeout_seconds: 86_400 }));
      await deliver();
      pass(60);
    }
    await service.listen();
    expect(await noticesOf(browser)).toEqual([]);
    pass(1_800);
    await Promise.all([deliver(), deliver(), deliver()]);
    await deliver();
    const told = (await noticesOf(browser)).map(({ url }) => Number(url!.split("/").at(-1)));
    expect(told.toSorted()).toEqual(ids.toSorted());
  });
});

test("nobody else is told, and nobody of another company", async () => {
  const other = await world.addTenant();
  const stranger = await other.person("Stranger", "approver");
  const browser = await subscribed(stranger);
  await ask();
  await deliver();
  expect(await noticesOf(browser)).toEqual([]);
});
