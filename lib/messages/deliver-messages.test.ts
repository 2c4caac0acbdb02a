import { beforeEach, describe, expect, test } from "vitest";
import { cancelQuestion } from "@/lib/interactions/cancel";
import { deliverMessages, sweepMessages } from "./deliver-messages";
import { useMessages } from "./testing/use-messages";

/** Questions to people, by a channel whose provider is a server of its own. */

const messaging = await useMessages();
const { world, owner, provider, ask, answer, pass, sweep, deliver, gotBy, messages } = messaging;
const account = await messaging.openAccount();
const ana = world.approver;
await messaging.link(ana, account);
const otto = await messaging.person("Otto", "approver", account);

beforeEach(async () => {
  provider.answer = () => null;
  provider.hold = null;
  await deliver();
  provider.arrived.length = 0;
});

describe("whoever is asked", () => {
  test("is told once, however often it is looked at, and by how many at once", async () => {
    const id = await ask();
    await Promise.all(Array.from({ length: 50 }, () => deliverMessages(world.tenantId, world.gateway)));
    await deliver();
    expect(gotBy(ana)).toMatchObject([
      { part: "first", changes: 0, card: { occasion: "asked", said: "How many?", outcome: null } },
    ]);
    expect(await messages(id)).toMatchObject([{ to: "Ana", state: "sent", attempts: 0 }]);
  });
  test("by a role is told, each of them, and nobody who is not asked", async () => {
    await ask({ responders: [{ role: "approver" }] });
    await deliver();
    expect(provider.arrived.map(({ to }) => to).sort()).toEqual([ana.email, otto.email].sort());
  });
  test("later of a chain is told when it is their turn", async () => {
    const id = await ask({
      responders: [{ user_id: ana.userId }, { user_id: otto.userId }],
      rule: "all",
      in_order: true,
    });
    await deliver();
    expect(gotBy(otto)).toEqual([]);
    await answer(ana, id);
    await deliver();
    expect(gotBy(otto)).toHaveLength(1);
  });
  test("and does not want to hear of questions, or was removed, or is not linked, is not told", async () => {
    const quiet = await messaging.person("Quiet", "approver", account);
    await messaging.prefer(quiet, false, null);
    const removed = await messaging.person("Removed", "approver", account);
    await owner`UPDATE memberships SET revoked_at = clock_timestamp() WHERE user_id = ${removed.userId}`;
    const unlinked = await world.home.person("Unlinked", "approver");
    await ask({ responders: [{ role: "approver" }] });
    await deliver();
    for (const person of [quiet, removed, unlinked]) expect(gotBy(person), person.name).toEqual([]);
    expect(gotBy(ana)).toHaveLength(1);
  });
  test("and is removed between the plan and the sending is not told", async () => {
    const gone = await messaging.person("Gone", "viewer", account);
    provider.answer = () => ({ status: 503 });
    const id = await ask({ responders: [{ user_id: gone.userId }] });
    await deliver();
    provider.answer = () => null;
    await owner`UPDATE memberships SET revoked_at = clock_timestamp() WHERE user_id = ${gone.userId}`;
    pass(60);
    await deliver();
    expect(provider.arrived).toEqual([]);
    expect(await messages(id)).toMatchObject([{ state: "closed" }]);
  });
  test("of another company is told of its own questions alone", async () => {
    const other = await world.addTenant();
    const theirs = await other.person("Theirs", "approver");
    const agent = await other.agent("their-agent");
    await messaging.link(theirs, await messaging.openAccount(other.tenantId));
    const mine = await ask({ responders: [{ role: "approver" }] });
    const their = await ask({ responders: [{ role: "approver" }] }, agent);
    await deliver();
    expect(gotBy(theirs).map(({ card }) => card.subject.id)).toEqual([their]);
    expect(gotBy(ana).map(({ card }) => card.subject.id)).toEqual([mine]);
  });
  test("whose role, link or question was written past the app is not told", async () => {
    const forged = await messaging.person("Forged", "viewer", account);
    await owner`UPDATE memberships SET role = 'approver' WHERE user_id = ${forged.userId}`;
    const linked = await messaging.person("Linked", "approver", account);
    await owner`UPDATE channel_links SET seal = 'x' WHERE user_id = ${linked.userId}`;
    await ask({ responders: [{ role: "approver" }] });
    await deliver();
    expect([...gotBy(forged), ...gotBy(linked)]).toEqual([]);
    expect(gotBy(ana)).toHaveLength(1);
    const id = await ask();
    await world.superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE hil_interactions SET seal = 'x' WHERE id = ${id}`;
    });
    await deliver();
    expect(gotBy(ana)).toHaveLength(1);
  });
});

describe("after a question's end, wherever it came from,", () => {
  test("every card of it loses its buttons and says who answered", async () => {
    const id = await ask({ responders: [{ role: "approver" }] });
    await deliver();
    expect(provider.arrived.every(({ card }) => card.offer !== null)).toBe(true);
    await answer(ana, id);
    await deliver();
    for (const { card, changes } of provider.arrived)
      expect({ offer: card.offer, outcome: card.outcome, changes }).toEqual({
        offer: null,
        outcome: "Ana answered. Nothing is left to do.",
        changes: 1,
      });
  });
  test.each(["cancelled", "timeout"])("so it does when it is %s", async (end) => {
    const id = await ask({ timeout_seconds: 60 });
    await deliver();
    if (end === "cancelled") await cancelQuestion(world.admin, id, world.gateway);
    else {
      pass(61);
      await sweep();
    }
    await deliver();
    expect(gotBy(ana)[0]!.card).toMatchObject({
      offer: null,
      outcome: expect.stringMatching(end === "timeout" ? /time for an answer is over/ : /Adam cancelled it/),
    });
  });
  test("a message that had not left is not sent any more", async () => {
    provider.answer = () => ({ status: 503 });
    const id = await ask();
    await deliver();
    await answer(ana, id);
    provider.answer = () => null;
    pass(60);
    await deliver();
    expect(provider.arrived).toEqual([]);
    expect(await messages(id)).toMatchObject([{ state: "closed" }]);
  });
  test("one that was being sent meanwhile is brought up to date at once", async () => {
    let open!: () => void;
    provider.hold = new Promise<void>((resolve) => (open = resolve));
    const id = await ask();
    const before = provider.requests;
    const sending = deliver();
    await expect.poll(() => provider.requests).toBe(before + 1);
    await answer(ana, id);
    open();
    await sending;
    expect(gotBy(ana)).toMatchObject([{ changes: 1, card: { offer: null } }]);
  });
  test("nothing more is done about it after an hour", async () => {
    const id = await ask();
    await deliver();
    await cancelQuestion(world.admin, id, world.gateway);
    await deliver();
    expect(await messages(id)).toMatchObject([{ state: "sent" }]);
    pass(3_601);
    await sweepMessages(world.gateway);
    expect(await messages(id)).toMatchObject([{ state: "closed" }]);
  });
});

describe("reminders and the warning", () => {
  test("reach each person once, as messages of their own, and nobody who has answered", async () => {
    const id = await ask({
      responders: [{ user_id: ana.userId }, { user_id: otto.userId }],
      rule: "all",
      timeout_seconds: 3_600,
      reminder_seconds: 1_200,
    });
    await deliver();
    await answer(otto, id);
    const pressOn = async (seconds: number) => {
      pass(seconds);
      await sweep();
      await Promise.all([deliver(), deliver(), deliver()]);
    };
    await pressOn(1_201);
    await pressOn(600);
    await pressOn(960);
    await pressOn(300);
    const parts = (of: typeof ana) => gotBy(of).map(({ part }) => part);
    expect(parts(ana)).toEqual(["first", "reminder-1", "warning"]);
    expect(parts(otto)).toEqual(["first"]);
    await answer(ana, id);
    await deliver();
    expect(gotBy(ana)[0]!.card).toMatchObject({ offer: null });
  });
});
