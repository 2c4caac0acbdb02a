import { beforeEach, describe, expect, test } from "vitest";
import { readMetrics } from "@/lib/gateway/read/state/read-metrics";
import { useMessages } from "./testing/use-messages";

/** Messages that do not go through. */

const messaging = await useMessages();
const { world, owner, provider, ask, answer, pass, sweep, deliver, gotBy, messages } = messaging;
const account = await messaging.openAccount();
const ana = world.approver;
await messaging.link(ana, account);

beforeEach(async () => {
  provider.answer = () => null;
  provider.hold = null;
  pass(7_200);
  await sweep();
  await deliver();
  provider.arrived.length = 0;
});
const accountNow = async () =>
  (
    await owner<
      {
        state: string;
        paused_until: Date | null;
        outages: number;
        health: string;
        last_error: string | null;
      }[]
    >`
      SELECT state, paused_until, outages, health, last_error FROM channel_accounts WHERE id = ${account}`
  )[0]!;

describe("a provider that is down", () => {
  test("for an hour and comes back loses nothing and doubles nothing, and is not asked again and again", async () => {
    provider.answer = () => ({ status: 429 });
    const ids = [];
    for (let index = 0; index < 20; index += 1) ids.push(await ask({ timeout_seconds: 7_200 }));
    const before = provider.requests;
    for (let minute = 0; minute < 60; minute += 1) {
      await deliver();
      pass(60);
    }
    expect(provider.requests - before).toBeLessThan(200);
    expect(provider.arrived).toEqual([]);
    provider.answer = () => null;
    pass(1_800);
    await deliver();
    await deliver();
    expect(
      gotBy(ana)
        .map(({ card }) => card.subject.id)
        .sort(),
    ).toEqual(ids.sort());
    expect(await accountNow()).toMatchObject({ outages: 0, paused_until: null, last_error: null });
  });
  test("and asks for patience gets it, for every message of the account", async () => {
    provider.answer = () => ({ status: 429, retryAfter: "900" });
    await ask();
    await deliver();
    const before = provider.requests;
    await ask();
    pass(890);
    await deliver();
    expect(provider.requests).toBe(before);
    provider.answer = () => null;
    pass(11);
    await deliver();
    expect(provider.arrived).toHaveLength(2);
  });
});

test("a fault that passes is tried again after growing waits, and the next change of a card begins anew", async () => {
  provider.answer = () => ({ status: 503 });
  const id = await ask();
  const waits: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await deliver();
    const [message] = await messages(id);
    const ms = message!.next_at!.getTime() - messaging.time.now.getTime();
    waits.push(ms / 1_000);
    pass(ms / 1_000);
  }
  expect(waits).toEqual([5, 30, 120, 300]);
  provider.answer = () => null;
  await deliver();
  expect(await messages(id)).toMatchObject([{ state: "sent", attempts: 0 }]);
});

test("a message that the provider will never take is given up, and the others go on", async () => {
  const otto = await messaging.person("Otto", "approver", account);
  provider.answer = ({ to }) => (to === ana.email ? { status: 404 } : null);
  const id = await ask({ responders: [{ role: "approver" }] });
  await deliver();
  pass(86_000);
  await deliver();
  expect(await messages(id)).toMatchObject([
    { to: "Ana", state: "failed", last_error: "It answered 404." },
    { to: "Otto", state: "sent" },
  ]);
  expect(gotBy(otto)).toHaveLength(1);
});

describe("a message that may have arrived", () => {
  test("is not sent again for ten minutes, then once more while it is still needed, and never a third time", async () => {
    provider.answer = () => "cut_after";
    const id = await ask();
    await deliver();
    expect(await messages(id)).toMatchObject([{ state: "unknown", doubtful: true }]);
    pass(590);
    await deliver();
    expect(gotBy(ana)).toHaveLength(1);
    pass(11);
    await deliver();
    expect(gotBy(ana).map(({ part, ref, card }) => [part, ref, card.occasion])).toEqual([
      ["first", gotBy(ana)[0]!.ref, "asked"],
      ["first", gotBy(ana)[0]!.ref, "repeat"],
    ]);
    for (let round = 0; round < 5; round += 1) {
      pass(60);
      await deliver();
    }
    expect(gotBy(ana)).toHaveLength(2);
    expect(await messages(id)).toMatchObject([{ state: "unknown", next_at: null }]);
  });
  test("is not repeated once the question has ended", async () => {
    provider.answer = () => "cut_after";
    const id = await ask();
    await deliver();
    await answer(ana, id);
    pass(601);
    await deliver();
    expect(gotBy(ana)).toHaveLength(1);
    expect(await messages(id)).toMatchObject([{ state: "closed" }]);
  });
  test("nor is a warning of which nobody knows whether it arrived: each person is warned once", async () => {
    const id = await ask({ timeout_seconds: 1_800 });
    await deliver();
    provider.answer = ({ part }) => (part === "warning" ? "cut_after" : null);
    pass(901);
    await sweep();
    for (let round = 0; round < 5; round += 1) {
      await deliver();
      pass(60);
    }
    expect(gotBy(ana).map(({ part }) => part)).toEqual(["first", "warning"]);
    expect(await messages(id)).toMatchObject([{ state: "sent" }]);
  });
});

describe("a sender that stops in the middle", () => {
  const stopped = async (id: number) =>
    owner`
      UPDATE channel_messages SET state = 'sending', fence = fence + 1, lease_until = ${messaging.time.now}
      WHERE interaction_id = ${id}`;
  test("leaves a message that is looked at, not one that is sent at once", async () => {
    const id = await ask();
    provider.answer = () => ({ status: 503 });
    await deliver();
    provider.answer = () => null;
    await stopped(id);
    pass(1);
    await deliver();
    expect(provider.arrived).toEqual([]);
    expect(await messages(id)).toMatchObject([{ state: "unknown", doubtful: true }]);
    pass(601);
    await deliver();
    expect(gotBy(ana)).toMatchObject([{ card: { occasion: "repeat" } }]);
  });
  test("and goes on later writes over nobody else's outcome", async () => {
    const held = () => {
      let open!: () => void;
      provider.hold = new Promise<void>((resolve) => (open = resolve));
      return open;
    };
    const before = provider.requests;
    const openFirst = held();
    const id = await ask();
    const late = deliver();
    await expect.poll(() => provider.requests).toBe(before + 1);
    // Its lease runs out, and the look ten minutes later is somebody else's.
    pass(61);
    await deliver();
    expect(await messages(id)).toMatchObject([{ state: "unknown" }]);
    const openSecond = held();
    pass(601);
    const second = deliver();
    await expect.poll(() => provider.requests).toBe(before + 2);
    openFirst();
    await late;
    expect(await messages(id)).toMatchObject([{ state: "sending" }]);
    openSecond();
    await second;
    expect(await messages(id)).toMatchObject([{ state: "sent" }]);
  });
  test("and reports its success before anybody looked again is believed", async () => {
    let open!: () => void;
    provider.hold = new Promise<void>((resolve) => (open = resolve));
    const id = await ask();
    const before = provider.requests;
    const late = deliver();
    await expect.poll(() => provider.requests).toBe(before + 1);
    pass(61);
    await deliver();
    open();
    await late;
    pass(601);
    await deliver();
    expect(await messages(id)).toMatchObject([{ state: "sent" }]);
    expect(gotBy(ana)).toHaveLength(1);
  });
});

describe("a channel whose sending fails", () => {
  const eventsOf = async (type: string) =>
    (
      await owner`SELECT 1 FROM events WHERE entity_type = 'channel_account' AND entity_id = ${account}
      AND event_type = ${type}`
    ).length;
  test("counts as failing above 5 % of an hour, by one event, and recovers by one", async () => {
    const [failing, recovered] = [await eventsOf("channel.failing"), await eventsOf("channel.recovered")];
    expect(await accountNow()).toMatchObject({ health: "ok" });
    provider.answer = () => ({ status: 503 });
    for (let index = 0; index < 5; index += 1) await ask();
    await Promise.all([deliver(), deliver(), deliver(), deliver()]);
    pass(5);
    await Promise.all([deliver(), deliver()]);
    expect(await accountNow()).toMatchObject({ health: "failing" });
    expect(await eventsOf("channel.failing")).toBe(failing + 1);
    const failingMetric = `countersign_channel_failing{tenant="${world.tenantId}",channel="slack"}`;
    expect((await readMetrics(world.gateway)).text).toContain(`${failingMetric} 1`);
    provider.answer = () => null;
    pass(3_900);
    await Promise.all([deliver(), deliver()]);
    expect(await accountNow()).toMatchObject({ health: "ok" });
    expect(await eventsOf("channel.recovered")).toBe(recovered + 1);
    expect((await readMetrics(world.gateway)).text).toContain(`${failingMetric} 0`);
  });
  test("because the provider refuses our credentials is broken, says so once, and keeps its messages", async () => {
    provider.answer = () => ({ status: 401 });
    const id = await ask();
    await ask();
    await deliver();
    expect(await accountNow()).toMatchObject({ state: "broken" });
    expect(await eventsOf("channel.refused")).toBe(1);
    const before = provider.requests;
    pass(60);
    await deliver();
    expect(provider.requests).toBe(before);
    expect(await messages(id)).toMatchObject([{ state: "due" }]);
    provider.answer = () => null;
    await owner`UPDATE channel_accounts SET state = 'open' WHERE id = ${account}`;
    await deliver();
    expect(gotBy(ana)).toHaveLength(2);
  });
});
