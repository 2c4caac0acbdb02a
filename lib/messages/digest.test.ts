import { beforeEach, describe, expect, test } from "vitest";
import { publishRoutingSchema } from "@/lib/contract/settings/routing";
import type { Person } from "@/lib/core/access/principal";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { proposals } from "@/lib/gateway/testing/proposals";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { deliverMessages, sweepMessages } from "./deliver-messages";
import { setOwnTimes } from "./routing/notification-times";
import { publishRouting } from "./routing/publish-routing";
import { readActionReach } from "./routing/read-reach";
import { openFakeProvider } from "./testing/fake-channel";
import { useMessages } from "./testing/use-messages";

/** L1 and L2 as one message on working days. The clock stands on a Friday at 07:00 UTC until a test moves it. */

const messaging = await useMessages();
const { world, owner, gateway, provider, time, deliver } = messaging;
const { tenantId, admin } = world;
const account = await messaging.openAccount();
const push = await openFakeProvider({ kind: "web_push", following: "follow_up" });

const FRIDAY = new Date("2026-11-27T07:00:00.000Z");
const at = async (iso: string) => {
  time.now = new Date(iso);
  await sweepMessages(gateway);
};

let people = 0;
/** Hears of every tier, in a digest at 09:00 in Berlin. */
async function newReader(name: string, digestAt: string | null = "09:00"): Promise<Person> {
  const person = await messaging.person(`${name} ${(people += 1)}`, "approver", account);
  await messaging.prefer(person, true, 1);
  await setOwnTimes(
    person,
    { time_zone: "Europe/Berlin", quiet: null, away: null, digest_at: digestAt },
    gateway,
  );
  return person;
}
const propose = async (input: Record<string, unknown>) => (await world.propose(input)).proposal;
const cardsOf = (person: Person) => messaging.gotBy(person).map(({ card }) => card);
const digestsOf = (person: Person) => cardsOf(person).filter(({ occasion }) => occasion === "digest");

let version = 0;
const publish = async (rules: unknown[]) => {
  const input = publishRoutingSchema.parse({ base_version: version, rules, note: "why" });
  ({ version } = await publishRouting(admin, input, gateway));
};

beforeEach(async () => {
  time.now = FRIDAY;
  gateway.channels = [provider.channel];
  for (const { id } of await owner<
    { id: number }[]
  >`SELECT id FROM proposed_actions WHERE status = 'pending'`)
    await world.decide(admin, await world.read(id), { decision: "reject", comment: "no" });
  await owner`DELETE FROM channel_preferences`;
  await deliver();
  provider.arrived.length = 0;
});

describe("whoever chose a digest", () => {
  test("is told of L1 and L2 once, at their time, with the oldest and a link to them, and of L3 at once", async () => {
    const mine = await newReader("Reader");
    const [low] = [
      await propose(proposals.arNote()),
      await propose(proposals.arNote({ entity_ref: "Halvorsen Markets" })),
    ];
    const trivial = await propose(proposals.noteAttachment());
    const middle = await propose(proposals.bidPrice("1.43"));
    await Promise.all(Array.from({ length: 3 }, () => deliverMessages(tenantId, gateway)));
    expect(cardsOf(mine).map(({ subject }) => subject)).toEqual([{ kind: "action", id: middle.id }]);
    expect((await readActionReach(mine, low.id, gateway)).others).toContainEqual({
      name: mine.name,
      outcome: null,
      why: "Chose to hear of L2; told in the digest of 2026-11-27",
    });
    await at("2026-11-27T07:59:59Z");
    expect(digestsOf(mine)).toEqual([]);
    await Promise.all([at("2026-11-27T08:00:00Z"), at("2026-11-27T08:00:00Z")]);
    expect(digestsOf(mine)).toMatchObject([
      {
        subject: { kind: "digest" },
        title: "3 low-risk actions wait",
        outcome: expect.stringMatching(
          /^3 low-risk actions wait; the oldest since \w{3},? \d+ \w+, \d\d:\d\d\.$/,
        ),
        offer: null,
        action: null,
        said: null,
        facts: [],
        url: expect.stringContaining("/proposed-actions?tier_max=2"),
      },
    ]);
    expect(trivial.id).toBeGreaterThan(low.id);
  });
  test("reads of nothing that was decided, and hears nothing where nothing waits", async () => {
    const mine = await newReader("Decider");
    const [one, two] = [await propose(proposals.arNote()), await propose(proposals.noteAttachment())];
    await deliver();
    await world.decide(admin, one, { decision: "reject", comment: "no" });
    await at("2026-11-27T08:00:00Z");
    expect(digestsOf(mine)).toMatchObject([
      { title: "1 low-risk action waits", url: expect.stringContaining(`?tier=${two.risk_level}`) },
    ]);
    await at("2026-11-27T09:00:00Z");
    await world.decide(admin, two, { decision: "reject", comment: "no" });
    await at("2026-11-30T08:00:00Z");
    expect(digestsOf(mine)).toHaveLength(1);
  });
  test("is reminded on the next working day of what still waits, however old it is", async () => {
    const mine = await newReader("Patient");
    const { id } = await propose(proposals.arNote());
    await deliver();
    await at("2026-11-27T08:00:00Z");
    await pastEveryGuard(
      world.superuser,
      (tx) => tx`
        UPDATE proposed_actions SET created_at = created_at - interval '2 days',
          expires_at = expires_at + interval '5 days' WHERE id = ${id}`,
    );
    await at("2026-11-28T08:00:00Z");
    await at("2026-11-29T08:00:00Z");
    expect(digestsOf(mine)).toHaveLength(1);
    await at("2026-11-30T08:00:00Z");
    expect(digestsOf(mine)).toHaveLength(2);
  });
  test("and moves it is told at the new time, and of each by itself once they turn it off", async () => {
    const mine = await newReader("Mover");
    const times = { time_zone: "Europe/Berlin", quiet: null, away: null };
    const { id } = await propose(proposals.arNote());
    await deliver();
    await setOwnTimes(mine, { ...times, digest_at: "15:00" }, gateway);
    await at("2026-11-27T08:00:00Z");
    expect(digestsOf(mine)).toEqual([]);
    await at("2026-11-27T14:00:00Z");
    expect(digestsOf(mine)).toHaveLength(1);
    await setOwnTimes(mine, { ...times, digest_at: null }, gateway);
    await deliver();
    expect(cardsOf(mine).map(({ subject }) => subject)).toContainEqual({ kind: "action", id });
    await at("2026-11-30T14:00:00Z");
    expect(digestsOf(mine)).toHaveLength(1);
  });
  test("may decide it by the policy and their role when it leaves, or it is not in it", async () => {
    const [mine, gone] = [await newReader("Barred"), await newReader("Gone")];
    await propose(proposals.arNote());
    await deliver();
    await owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${gone.userId}`;
    const text = `${DEFAULT_POLICY_TEXT}
@id("not-mine") forbid (principal, action == Countersign::Action::"decide", resource) when { resource.actionType == "ar_note" };`;
    const publishNow = async (policy: string, base: number) =>
      publishPolicy(
        await steppedUp(owner, admin, "publish_policy", policyHash(policy)),
        { text: policy, note: "why", base_version: base },
        gateway,
      );
    await publishNow(text, 1);
    await at("2026-11-27T08:00:00Z");
    expect([...digestsOf(mine), ...digestsOf(gone)]).toEqual([]);
    await publishNow(DEFAULT_POLICY_TEXT, 2);
  });
});

describe("a rule of the company", () => {
  test("makes a digest at 09:00 of their own zone for whoever named no time, and of nothing above L2", async () => {
    const mine = await newReader("Ruled", null);
    await publish([
      { name: "Low", when: { about: "action" }, tell: [{ user_id: mine.userId }], digest: true },
    ]);
    await propose(proposals.arNote());
    const { id } = await propose(proposals.bidPrice("1.44"));
    await deliver();
    expect(cardsOf(mine).map(({ subject }) => subject)).toEqual([{ kind: "action", id }]);
    await at("2026-11-27T08:00:00Z");
    expect(digestsOf(mine)).toHaveLength(1);
    await publish([]);
  });
});

test("browsers show no digest: whoever has nothing else is told of each by itself", async () => {
  gateway.channels = [push.channel];
  const mine = await world.home.person("Pusher", "approver");
  const [row] = await owner<{ id: number }[]>`
    INSERT INTO channel_accounts (tenant_id, kind, label, opened_at, opened_by_label)
    VALUES (${tenantId}, 'web_push', 'Browsers', ${time.now}, 'Adam') RETURNING id`;
  expect(row).toBeDefined();
  await owner`
    INSERT INTO push_devices (tenant_id, user_id, endpoint, p256dh, auth)
    VALUES (${tenantId}, ${mine.userId}, 'https://push.example/1', ${`B${"A".repeat(86)}`}, ${"A".repeat(22)})`;
  await owner`
    INSERT INTO channel_preferences (tenant_id, user_id, kind, questions, tier_min, changed_at)
    VALUES (${tenantId}, ${mine.userId}, 'web_push', true, 1, '2026-01-01')`;
  await setOwnTimes(mine, { time_zone: "UTC", quiet: null, away: null, digest_at: "09:00" }, gateway);
  const { id } = await propose(proposals.arNote());
  await deliver();
  await at("2026-11-27T09:00:00Z");
  expect(push.arrived.map(({ card }) => card.subject)).toEqual([{ kind: "action", id }]);
});
