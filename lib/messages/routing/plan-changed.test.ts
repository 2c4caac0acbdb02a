import { beforeEach, describe, expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { deliverMessages, sweepMessages } from "../deliver-messages";
import { useMessages } from "../testing/use-messages";

/** A change is planned again once, and now and then everything is. */

const messaging = await useMessages();
const { world, owner, gateway, provider, ask, deliver, gotBy } = messaging;
const { tenantId, approver: ana } = world;
const account = await messaging.openAccount();
await messaging.link(ana, account);

const looks = async () =>
  (
    await owner<{ n: number }[]>`SELECT count(*)::int AS n FROM message_looks WHERE tenant_id = ${tenantId}`
  )[0]!.n;
const subjectsOf = (person: typeof ana) => gotBy(person).map(({ card }) => card.subject.id);

beforeEach(async () => {
  await deliver();
  provider.arrived.length = 0;
});

describe("a change", () => {
  test("that commits while others look is told by its own event, and once", async () => {
    let commit!: () => void;
    let written!: () => void;
    const isWritten = new Promise<void>((resolve) => (written = resolve));
    const isToCommit = new Promise<void>((resolve) => (commit = resolve));
    const id = await ask();
    await deliver();
    const changing = owner.begin(async (tx) => {
      await tx`UPDATE hil_interactions SET reminders_sent = 1 WHERE id = ${id}`;
      written();
      await isToCommit;
    });
    await isWritten;
    await Promise.all([deliver(), sweepMessages(gateway)]);
    expect(gotBy(ana).map(({ part }) => part)).toEqual(["first"]);
    commit();
    await changing;
    expect(await looks()).toBe(1);
    await Promise.all(Array.from({ length: 8 }, () => deliverMessages(tenantId, gateway)));
    expect(gotBy(ana).map(({ part }) => part)).toEqual(["first", "reminder-1"]);
    expect(await looks()).toBe(0);
  });
  test("of one subject, a hundred times, costs one plan; others are not read", async () => {
    await ask();
    const id = await ask();
    await deliver();
    await owner`UPDATE message_plans SET rule = 'untouched' WHERE interaction_id <> ${id}`;
    for (let n = 0; n < 100; n += 1)
      await owner`UPDATE hil_interactions SET reminders_sent = reminders_sent WHERE id = ${id}`;
    expect(await looks()).toBe(100);
    await deliver();
    expect(await looks()).toBe(0);
    const touched = await owner`
      SELECT FROM message_plans WHERE tenant_id = ${tenantId} AND interaction_id <> ${id} AND rule IS NULL`;
    expect(touched).toHaveLength(0);
  });
  test("whose planning fails keeps its look, and is told by the next one", async () => {
    await world.superuser`ALTER TABLE message_plans ADD CONSTRAINT broken CHECK (false) NOT VALID`;
    const id = await ask();
    await expect(deliverMessages(tenantId, gateway)).rejects.toThrow();
    expect({ looks: await looks(), told: subjectsOf(ana) }).toEqual({ looks: 1, told: [] });
    await world.superuser`ALTER TABLE message_plans DROP CONSTRAINT broken`;
    await deliver();
    expect({ looks: await looks(), told: subjectsOf(ana) }).toEqual({ looks: 0, told: [id] });
  });
  test("that nothing told of is found by the sweep, however many run, and told once", async () => {
    await messaging.prefer(ana, true, 1);
    const id = await ask();
    const { proposal } = await world.propose(proposals.arNote());
    await owner`DELETE FROM message_looks WHERE tenant_id = ${tenantId}`;
    await deliver();
    expect(subjectsOf(ana)).toEqual([]);
    await Promise.all([sweepMessages(gateway), sweepMessages(gateway), deliver()]);
    expect(subjectsOf(ana).sort((a, b) => a - b)).toEqual([id, proposal.id].sort((a, b) => a - b));
  });
});

describe("everything that is open is planned again", () => {
  test("when somebody can be reached anew: a link made after the question is told of it", async () => {
    const otto = await world.home.person("Otto", "approver");
    const id = await ask({ responders: [{ role: "approver" }] });
    await deliver();
    expect(subjectsOf(otto)).toEqual([]);
    await messaging.link(otto, account);
    await deliver();
    expect(subjectsOf(otto)).toContain(id);
    expect(subjectsOf(ana)).toEqual([id]);
  });
});
