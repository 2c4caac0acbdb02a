import { beforeEach, describe, expect, test } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { dismissOwnNotices } from "@/lib/gateway/decide/dismiss-notices";
import { signForNotes } from "@/lib/gateway/testing/decisions";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { proposals } from "@/lib/gateway/testing/proposals";
import { writesGoingWrong } from "@/lib/gateway/testing/went-wrong";
import { deliverMessages, sweepMessages } from "./deliver-messages";
import { readChannels, setPreference } from "./read-channels";
import { setOwnTimes } from "./routing/notification-times";
import { readActionReach } from "./routing/read-reach";
import { useMessages } from "./testing/use-messages";

/** People who decided on a write hear outside the app that it went wrong. The clock stands at 08:00 UTC until a test moves it. */

const messaging = await useMessages();
const { world, owner, gateway, provider, deliver, gotBy, pass } = messaging;
const verbs = amendmentsOf(world);
const { admin, tenantId } = world;
const account = await messaging.openAccount();
await messaging.link(admin, account);

beforeEach(async () => {
  provider.answer = () => null;
  await deliver();
  provider.arrived.length = 0;
});

/** Approved by a person of its own, who chose the channel by linking it. */
let people = 0;
const newApprover = (name: string) => messaging.person(`${name} ${(people += 1)}`, "approver", account);
const wrongOf = (person: Person) =>
  gotBy(person)
    .map(({ card }) => card)
    .filter(({ occasion }) => occasion === "went_wrong");

const { goStale, goStaleByTwo, goDead, goMismatched } = writesGoingWrong(world, verbs, deliver);

const inQuietHours = (person: Person) =>
  setOwnTimes(
    person,
    { time_zone: "UTC", quiet: { from: "07:00", until: "09:00" }, away: null, digest_at: null },
    gateway,
  );

describe("whoever approved a write", () => {
  test.each([
    [
      "goes stale",
      (by: Person) => goStale(by, 61_000),
      /^Not written: L4 .+ #\d+$/,
      "You approved it, but nothing was written: the record has changed since.",
      "Approved it, and it went stale",
    ],
    [
      "gives up",
      goDead,
      /^Gave up: L2 .+ #\d+$/,
      "You approved it, but its write gave up. Somebody has to look at it.",
      "Approved it, and its write gave up",
    ],
    [
      "reads back differently",
      goMismatched,
      /^Reads back differently: L3 .+ #\d+$/,
      "You approved it, and it was written. The record now reads back differently from what was approved.",
      "Approved it, and its write reads back differently",
    ],
  ])(
    "that %s is told once, without a button or a value, and the page says why",
    async (_, act, title, words, why) => {
      const [mine, other] = [await newApprover("Mine"), await newApprover("Other")];
      const { id } = await act(mine);
      await Promise.all(Array.from({ length: 3 }, () => deliverMessages(tenantId, gateway)));
      pass(3_700);
      await sweepMessages(gateway);
      await deliver();
      expect(wrongOf(mine)).toEqual([
        {
          ref: expect.any(String),
          subject: { kind: "action", id },
          occasion: "went_wrong",
          title: expect.stringMatching(title),
          from: "pricing-agent",
          said: null,
          facts: [],
          warnings: [],
          offer: null,
          outcome: words,
          url: expect.stringContaining(`/proposed-actions/${id}`),
          action: null,
        },
      ]);
      expect(wrongOf(other)).toEqual([]);
      const reach = await readActionReach(mine, id, gateway);
      expect(reach.reached.filter(({ outcome }) => outcome !== null)).toMatchObject([
        { name: mine.name, channel: "slack", why },
      ]);
      pass(-3_700);
    },
  );
  test("together with somebody else is told as the other one is", async () => {
    const both = [await newApprover("First"), await newApprover("Second")];
    await goStaleByTwo(both);
    await deliver();
    for (const person of both) expect(wrongOf(person)).toHaveLength(1);
  });
  test("and sleeps is told after their quiet hours, but at once from L4", async () => {
    const mine = await newApprover("Sleeper");
    await inQuietHours(mine);
    const low = await goDead(mine);
    const high = await goStale(mine, 61_100);
    await deliver();
    expect(wrongOf(mine).map(({ subject }) => subject.id)).toEqual([high.id]);
    expect((await readActionReach(mine, low.id, gateway)).reached).toMatchObject([
      {
        outcome: "dead",
        due_at: "2026-11-28T09:00:00.000Z",
        why: "Approved it, and its write gave up; told after their quiet hours",
      },
    ]);
    pass(3_600);
    await deliver();
    expect(wrongOf(mine).map(({ subject }) => subject.id)).toEqual([high.id, low.id]);
    pass(-3_600);
  });
  test("is not told of what is over before it leaves, or what they saw in the app", async () => {
    const mine = await newApprover("Late riser");
    await inQuietHours(mine);
    const [replayed, seen] = [await goDead(mine), await goDead(mine)];
    await deliver();
    await owner`UPDATE ns_push_dlq_log SET replayed_at = clock_timestamp() WHERE action_id = ${replayed.id}`;
    await dismissOwnNotices(mine, [seen.id], gateway);
    pass(3_600);
    await deliver();
    expect(wrongOf(mine)).toEqual([]);
    pass(-3_600);
  });
  test.each([
    [
      "was removed",
      (userId: number) => owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${userId}`,
    ],
    [
      "ended the link",
      (userId: number) => owner`
      UPDATE channel_links SET ended_at = now(), ended_by_label = 'Adam' WHERE user_id = ${userId}`,
    ],
    [
      "may not read it any more",
      (userId: number) => owner`
      UPDATE memberships SET role = 'viewer', role_seal = NULL WHERE user_id = ${userId}`,
    ],
  ])("and %s before it leaves is not told", async (_, end) => {
    const mine = await newApprover("Leaver");
    await inQuietHours(mine);
    await goDead(mine);
    await deliver();
    await end(mine.userId);
    pass(3_600);
    await deliver();
    expect(wrongOf(mine)).toEqual([]);
    pass(-3_600);
  });
});

test("whoever signed the standing authorisation under which it was approved is told", async () => {
  const signer = await messaging.person("Signer", "admin", account);
  await signForNotes(world, signer);
  const { proposal } = await world.propose(proposals.noteAttachment());
  await owner`UPDATE standing_authorisations SET revoked_at = clock_timestamp() WHERE revoked_at IS NULL`;
  await world.account.fault("closed_period", { key: `cs-${tenantId}-${proposal.id}` });
  expect(await verbs.push(proposal.id)).toEqual({ outcome: "dead" });
  await deliver();
  expect(wrongOf(signer)).toMatchObject([
    {
      outcome: expect.stringMatching(
        /^It was approved under the standing authorisation that you signed, but/,
      ),
    },
  ]);
  expect((await readActionReach(admin, proposal.id, gateway)).reached).toMatchObject([
    { name: "Signer", why: "Signed for it, and its write gave up" },
  ]);
});

describe("a person chooses", () => {
  const slackOf = async (person: Person) =>
    (await readChannels(person, gateway)).channels.find(({ kind }) => kind === "slack")!;
  test("to be told or not; without a choice they are, wherever they chose anything", async () => {
    const mine = await newApprover("Chooser");
    expect(await slackOf(mine)).toMatchObject({ outcomes: true, outcomes_chosen: false });
    await setPreference(mine, { kind: "slack", questions: false, tier_min: null }, gateway);
    expect(await slackOf(mine)).toMatchObject({ outcomes: false, outcomes_chosen: false });
    await setPreference(mine, { kind: "slack", questions: false, tier_min: 4 }, gateway);
    expect(await slackOf(mine)).toMatchObject({ outcomes: true, outcomes_chosen: false });
    await setPreference(mine, { kind: "slack", questions: true, tier_min: 4, outcomes: false }, gateway);
    await setPreference(mine, { kind: "slack", questions: true, tier_min: 3 }, gateway);
    expect(await slackOf(mine)).toMatchObject({ outcomes: false, outcomes_chosen: true });
    const { id } = await goDead(mine);
    await deliver();
    expect(wrongOf(mine)).toEqual([]);
    expect((await readActionReach(mine, id, gateway)).others).toContainEqual({
      name: mine.name,
      outcome: "dead",
      why: "Approved it, and its write gave up. They chose not to hear of it",
    });
    await setPreference(mine, { kind: "slack", questions: true, tier_min: 3, outcomes: true }, gateway);
    await deliver();
    await sweepMessages(gateway);
    expect(wrongOf(mine)).toEqual([]);
    await goDead(mine);
    await deliver();
    expect(wrongOf(mine)).toHaveLength(1);
  });
});

test("an outcome that no row told of is found by the sweep, however many run, and told once", async () => {
  const mine = await newApprover("Swept");
  await goDead(mine);
  await owner`DELETE FROM message_looks`;
  await Promise.all(Array.from({ length: 3 }, () => sweepMessages(gateway)));
  expect(wrongOf(mine)).toHaveLength(1);
});

test("the channel is away for an hour and takes one without saying so: each is told, and none is lost", async () => {
  const mine = await newApprover("Patient");
  await goDead(mine);
  provider.answer = () => ({ status: 503 });
  await deliver();
  provider.answer = ({ count }) => (count === provider.requests ? "cut_after" : null);
  pass(3_600);
  await deliver();
  provider.answer = () => null;
  expect(wrongOf(mine)).toHaveLength(1);
  pass(700);
  await deliver();
  // One that may have arrived goes once more under the same name.
  expect(new Set(wrongOf(mine).map(({ ref }) => ref)).size).toBe(1);
  pass(-4_300);
});
