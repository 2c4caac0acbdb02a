import { beforeEach, describe, expect, test } from "vitest";
import { publishPolicy } from "@/lib/gateway/rules/publish-policy";
import { proposals } from "@/lib/gateway/testing/proposals";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { DEFAULT_POLICY_TEXT } from "@/lib/policy/default-policy.cedar";
import { policyHash } from "@/lib/policy/engine";
import { useMessages } from "./testing/use-messages";

/** Proposed actions, told to whoever decides at their tier and asked for it. */

const messaging = await useMessages();
const { world, owner, provider, deliver, gotBy } = messaging;
const account = await messaging.openAccount();
const ana = world.approver;
const { admin, viewer } = world;
for (const person of [ana, admin, viewer]) await messaging.link(person, account);
await messaging.prefer(ana, true, 2);
await messaging.prefer(admin, true, 4);
await messaging.prefer(viewer, true, 1);

beforeEach(async () => {
  provider.answer = () => null;
  await deliver();
  provider.arrived.length = 0;
});
const propose = async (input: Record<string, unknown>) => (await world.propose(input)).proposal;

describe("whoever decides and chose a tier", () => {
  test("hears of actions of it and above, and of no others; a viewer hears of none", async () => {
    const low = await propose(proposals.noteAttachment());
    const middle = await propose(proposals.arNote());
    const high = await propose(proposals.creditLimit());
    await deliver();
    // Sent side by side.
    const ids = (of: typeof ana) =>
      gotBy(of)
        .map(({ card }) => card.subject.id)
        .sort((a, b) => a - b);
    expect(ids(ana)).toEqual([middle.id, high.id]);
    expect(ids(admin)).toEqual([high.id]);
    expect(ids(viewer)).toEqual([]);
    expect(low.id).toBeLessThan(middle.id);
  });
  test("sees what would be written, in our renderer's words; the agent's prose stands apart", async () => {
    await propose(proposals.bidPrice("1.43", "1.42", { reason: "Trust me, this is only a note" }));
    await deliver();
    const [{ card }] = gotBy(ana) as [(typeof provider.arrived)[0]];
    expect(card).toMatchObject({
      title: expect.stringMatching(/^L3 Medium · Bid price #\d+$/),
      from: "pricing-agent",
      facts: expect.arrayContaining([{ label: "Price", value: "$1.42 → $1.43" }]),
      offer: { kind: "decide", gesture: "tap_with_preview" },
      outcome: null,
    });
    const { action, ...others } = card;
    expect(action!.reason).toContain("Trust me");
    expect(JSON.stringify({ ...others, action: { ...action, reason: "" } })).not.toContain("Trust me");
  });
  test("is offered no button where the card cannot show the write whole, or a step-up is due", async () => {
    await propose(
      proposals.arNote({ changes: [{ field: "note", to: `Pay\u202eyadirF no\u202c ${"x".repeat(200)}` }] }),
    );
    await propose(proposals.bigCreditRevoke());
    await deliver();
    expect(gotBy(ana).map(({ card }) => card.offer)).toEqual([null, null]);
    const note = gotBy(ana).find(({ card }) => card.title.includes("AR note"));
    expect(note!.card.warnings).toEqual([expect.stringMatching(/open it/)]);
  });
  test("but may not decide it by the policy is not told", async () => {
    const text = `${DEFAULT_POLICY_TEXT}
@id("not-ana") forbid (principal, action == Countersign::Action::"decide", resource) when { resource.actionType == "ar_note" };`;
    const by = await steppedUp(owner, admin, "publish_policy", policyHash(text));
    await publishPolicy(by, { text, note: "why", base_version: 1 }, world.gateway);
    await propose(proposals.arNote());
    await propose(proposals.bidPrice("1.44"));
    await deliver();
    expect(gotBy(ana).map(({ card }) => card.title)).toEqual([expect.stringContaining("Bid price")]);
    const back = await steppedUp(owner, admin, "publish_policy", policyHash(DEFAULT_POLICY_TEXT));
    await publishPolicy(back, { text: DEFAULT_POLICY_TEXT, note: "why", base_version: 2 }, world.gateway);
  });
  test("hears of nothing that was proposed before they chose", async () => {
    const late = await messaging.person("Late", "approver", account);
    await propose(proposals.arNote());
    await messaging.prefer(late, true, 1);
    await owner`UPDATE channel_preferences SET changed_at = clock_timestamp() WHERE user_id = ${late.userId}`;
    await propose(proposals.bidPrice("1.45"));
    await deliver();
    expect(gotBy(late).map(({ card }) => card.title)).toEqual([expect.stringContaining("Bid price")]);
    await owner`UPDATE channel_preferences SET tier_min = NULL WHERE user_id = ${late.userId}`;
  });
});

describe("after a decision, wherever it was made,", () => {
  test("every card of the action loses its buttons and says who decided", async () => {
    const high = await propose(proposals.creditLimit(61_500));
    await deliver();
    expect(provider.arrived.map(({ to }) => to).sort()).toEqual([ana.email, admin.email].sort());
    await world.decide(ana, high, { decision: "reject", comment: "no" });
    await deliver();
    for (const { card, changes } of provider.arrived)
      expect({ offer: card.offer, outcome: card.outcome, changes }).toEqual({
        offer: null,
        outcome: "Ana rejected it.",
        changes: 1,
      });
  });
  test("so it does where it is approved, and once more with its write", async () => {
    const price = await propose(proposals.bidPrice("1.46"));
    await deliver();
    await world.decide(admin, price);
    await deliver();
    expect(gotBy(ana)[0]!.card).toMatchObject({ offer: null, outcome: "Adam approved it." });
    await world.push((await world.pushOf(price.id)).id);
    await deliver();
    expect(gotBy(ana)[0]!.card).toMatchObject({ outcome: "Adam approved it, and it was written." });
  });
  test("a vote that is not the last one is shown, and the voter is offered no second one", async () => {
    const big = await propose(proposals.bigCreditRevoke());
    await deliver();
    const before = gotBy(ana)[0]!.card.facts.find(({ label }) => label === "Approvals");
    expect(before).toEqual({ label: "Approvals", value: "0 of 2" });
    await owner`UPDATE memberships SET seasoned_until = NULL`;
    await owner`UPDATE proposed_actions SET approvers = ARRAY[${admin.userId}::bigint] WHERE id = ${big.id}`;
    await deliver();
    expect(gotBy(ana)[0]).toMatchObject({ changes: 1 });
  });
});

describe("what is written wakes the messages of its company alone, in its own transaction", () => {
  const wakes = async (tenantId: number) =>
    (
      await owner<{ n: number }[]>`
        SELECT count(*)::int AS n FROM outbox WHERE event_name = 'messages.wake' AND tenant_id = ${tenantId}`
    )[0]!.n;
  test("a proposal, a decision, a question and an answer, one event each", async () => {
    const start = await wakes(world.tenantId);
    const note = await propose(proposals.arNote());
    expect(await wakes(world.tenantId)).toBe(start + 1);
    await world.decide(ana, note);
    expect(await wakes(world.tenantId)).toBe(start + 2);
    const id = await messaging.ask();
    expect(await wakes(world.tenantId)).toBe(start + 3);
    await messaging.answer(ana, id);
    expect(await wakes(world.tenantId)).toBe(start + 4);
  });
  test("and nothing of a company that has no channel", async () => {
    const other = await world.addTenant();
    const agent = await other.agent("their-agent");
    await world.propose(proposals.arNote(), agent);
    expect(await wakes(other.tenantId)).toBe(0);
  });
});
