import { beforeEach, describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { publishRoutingSchema } from "@/lib/contract/settings/routing";
import type { Person } from "@/lib/core/access/principal";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { deliverMessages } from "../deliver-messages";
import { useMessages } from "../testing/use-messages";
import { readOwnTimes, setOwnTimes, setTimesOf } from "./notification-times";
import { previewRouting } from "./preview-routing";
import { publishRouting, readRouting } from "./publish-routing";
import { readActionReach, reachOf } from "./read-reach";

/** Rules and people's own times, at work. The clock stands at 08:00 UTC until a test moves it. */

const messaging = await useMessages();
const { world, owner, gateway, provider, time, ask, deliver, gotBy, pass } = messaging;
const { tenantId, approver: ana, admin, viewer } = world;
const account = await messaging.openAccount();
for (const person of [ana, admin, viewer]) await messaging.link(person, account);
const otto = await messaging.person("Otto", "approver", account);

let version = 0;
const publish = async (rules: unknown[]) => {
  ({ version } = await publishRouting(
    admin,
    publishRoutingSchema.parse({ base_version: version, rules, note: "why" }),
    gateway,
  ));
};
const always = { time_zone: "UTC", quiet: null, away: null, digest_at: null };
const quiet = { from: "07:00", until: "09:00" };
const awayWith = (deputy: Person | null) => ({
  from: new Date(time.now.getTime() - 60_000).toISOString(),
  until: new Date(time.now.getTime() + 86_400_000).toISOString(),
  deputy_user_id: deputy && deputy.userId,
});
const reachOfQuestion = (id: number) =>
  inTenant(gateway.database, tenantId, (tx) => reachOf(tx, admin, { interactionId: id, actionId: null }));
const propose = async (input: Record<string, unknown>) => (await world.propose(input)).proposal.id;
const people = [ana, otto, admin, viewer];
const names = (id?: number, kind = "action") =>
  provider.arrived
    .filter(({ card: { subject } }) => id === undefined || (subject.id === id && subject.kind === kind))
    .map(({ to }) => people.find(({ email }) => email === to)!.name)
    .sort();

beforeEach(async () => {
  time.now = new Date("2026-11-28T08:00:00.000Z");
  await publish([]);
  for (const person of [ana, otto, admin]) await setOwnTimes(person, always, gateway);
  await owner`DELETE FROM channel_preferences`;
  await deliver();
  provider.arrived.length = 0;
});

describe("a rule", () => {
  test("tells whom it names although they chose nothing, and never whoever may not decide", async () => {
    await publish([
      {
        name: "Notes",
        when: { types: ["ar_note"] },
        tell: [{ user_id: otto.userId }, { user_id: viewer.userId }],
      },
    ]);
    const id = await propose(proposals.arNote());
    await deliver();
    expect(names()).toEqual(["Otto"]);
    const reach = await readActionReach(ana, id, gateway);
    expect(reach).toMatchObject({
      rule: "Notes",
      reached: [
        {
          name: "Otto",
          channel: "slack",
          state: "sent",
          reached_at: time.now.toISOString(),
          why: "Named by the rule “Notes”",
        },
      ],
    });
    const why = (person: Person) => reach.others.find(({ name }) => name === person.name)?.why;
    expect([why(viewer), why(ana)]).toEqual(["May not decide it", "The rule “Notes” names others"]);
  });
  test("on call: the second is told after its minutes, and not at all where the first decided", async () => {
    const onCall = (types: string[]) => ({
      name: "Duty",
      when: { types },
      tell: [{ user_id: otto.userId }, { user_id: ana.userId }],
      order: "one_after_another",
      next_after_minutes: 10,
    });
    await publish([onCall(["ar_note"])]);
    const id = await propose(proposals.arNote());
    await deliver();
    expect(names(id)).toEqual(["Otto"]);
    pass(599);
    await deliver();
    expect(names(id)).toEqual(["Otto"]);
    pass(1);
    await Promise.all(Array.from({ length: 5 }, () => deliverMessages(tenantId, gateway)));
    expect(names(id)).toEqual(["Ana", "Otto"]);

    const decided = (await world.propose(proposals.arNote())).proposal;
    await deliver();
    await world.decide(otto, decided, { decision: "reject", comment: "no" });
    pass(600);
    await deliver();
    expect(names(decided.id)).toEqual(["Otto"]);
  });
  test("of questions keeps to whom they ask", async () => {
    await publish([{ name: "All", tell: [{ role: "approver" }, { role: "viewer" }] }]);
    const id = await ask({ responders: [{ user_id: otto.userId }] });
    await deliver();
    expect(names(id, "question")).toEqual(["Otto"]);
    const reach = await reachOfQuestion(id);
    expect(reach.others.find(({ name }) => name === "Ana")?.why).toBe("Is not asked");
  });
});

describe("a person's own times", () => {
  test("quiet hours hold a message back until they end", async () => {
    await setOwnTimes(ana, { ...always, quiet }, gateway);
    const id = await ask({ timeout_seconds: 86_400 });
    await deliver();
    expect(names()).toEqual([]);
    expect((await reachOfQuestion(id)).reached).toMatchObject([
      {
        name: "Ana",
        state: "due",
        due_at: "2026-11-28T09:00:00.000Z",
        why: "Is asked, after their quiet hours",
      },
    ]);
    pass(3_600);
    await deliver();
    expect(names()).toEqual(["Ana"]);
  });
  test("whoever is away has a deputy told, whom that makes no decider", async () => {
    await messaging.prefer(ana, true, 1);
    await setTimesOf(admin, { userId: ana.userId, times: { ...always, away: awayWith(viewer) } }, gateway);
    await propose(proposals.arNote());
    await deliver();
    expect(names()).toEqual([]);
    await setTimesOf(admin, { userId: ana.userId, times: { ...always, away: awayWith(otto) } }, gateway);
    const id = await propose(proposals.arNote());
    await deliver();
    expect(gotBy(otto).map(({ card }) => card.subject.id)).toContain(id);
    expect(gotBy(ana)).toEqual([]);
  });
  test("somebody hears of L4 although everybody sleeps", async () => {
    for (const person of [ana, otto, admin]) {
      await messaging.prefer(person, true, 1);
      await setOwnTimes(person, { ...always, quiet }, gateway);
    }
    await propose(proposals.arNote());
    await deliver();
    expect(names()).toEqual([]);
    const id = await propose(proposals.creditLimit());
    const [row] = await owner<
      { tier: number }[]
    >`SELECT risk_level AS tier FROM proposed_actions WHERE id = ${id}`;
    expect(row!.tier).toBeGreaterThanOrEqual(4);
    await deliver();
    expect(provider.arrived.every(({ card }) => card.subject.id === id)).toBe(true);
    expect(names()).toEqual(["Adam", "Ana", "Otto"]);
  });
  test("each change is one event, the same again is none, and a deputy is another member", async () => {
    const count = async () =>
      (
        await owner<{ n: number }[]>`
        SELECT count(*)::int AS n FROM events WHERE event_type = 'notification_times.changed' AND entity_id = ${ana.userId}`
      )[0]!.n;
    const before = await count();
    const times = {
      time_zone: "Europe/Berlin",
      quiet: { from: "22:00", until: "06:30" },
      away: null,
      digest_at: null,
    };
    expect(await setOwnTimes(ana, times, gateway)).toMatchObject({ ...times, changed_by: "Ana" });
    await setOwnTimes(ana, times, gateway);
    expect(await count()).toBe(before + 1);
    expect(await readOwnTimes(ana, gateway)).toMatchObject(times);
    for (const deputy of [ana.userId, 999_999])
      await expectRefusal(
        setOwnTimes(ana, { ...times, away: { ...awayWith(null), deputy_user_id: deputy } }, gateway),
        "validation_failed",
      );
    await expectRefusal(setTimesOf(ana, { userId: otto.userId, times }, gateway), "not_allowed");
  });
});

describe("publishing rules", () => {
  test("is an administrator's, one event, and of two at once one wins", async () => {
    const input = publishRoutingSchema.parse({
      base_version: version,
      rules: [{ name: "R", when: {} }],
      note: "why",
    });
    await expectRefusal(publishRouting(ana, input, gateway), "not_allowed");
    const both = await Promise.allSettled([
      publishRouting(admin, input, gateway),
      publishRouting(admin, input, gateway),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    version += 1;
    expect(await readRouting(admin, gateway)).toMatchObject({
      version,
      rules: [{ name: "R" }],
      published_by: "Adam",
    });
    const events = await owner`
      SELECT FROM events WHERE event_type = 'routing.published' AND (body_text::jsonb -> 'details' ->> 'version')::int = ${version}`;
    expect(events).toHaveLength(1);
  });
  test("names each person who is no member", async () => {
    const rules = [{ name: "R", when: {}, tell: [{ user_id: 999_999 }] }];
    const refused = publishRouting(
      admin,
      publishRoutingSchema.parse({ base_version: version, rules, note: "why" }),
      gateway,
    );
    await expect(refused).rejects.toMatchObject({
      code: "validation_failed",
      issues: [{ path: "rules.0.tell.0.user_id" }],
    });
  });
  test("can be tried before: who would hear of an action now, which tells nobody", async () => {
    const id = await propose(proposals.arNote());
    await deliver();
    const rules = publishRoutingSchema.shape.rules.parse([
      { name: "Try", when: {}, tell: [{ user_id: otto.userId }] },
    ]);
    const tried = await previewRouting(admin, { action_id: id, rules }, gateway);
    expect(tried.rule).toBe("Try");
    expect(tried.people.filter(({ told_at: at }) => at !== null)).toMatchObject([
      { name: "Otto", by: ["slack"] },
    ]);
    await deliver();
    expect(names()).toEqual([]);
    await expectRefusal(previewRouting(admin, { action_id: 999_999 }, gateway), "not_found");
  });
});
