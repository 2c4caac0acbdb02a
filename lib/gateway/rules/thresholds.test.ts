import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { sqlState } from "@/db/testing/rows";
import type { Person } from "@/lib/core/access/principal";
import type { RiskTier } from "@/lib/core/action/risk-tier";
import { actionTypeOf } from "@/lib/action-types/registry";
import type { ThresholdDraft } from "@/lib/contract/settings/thresholds";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, outcomeOf, refusalOf } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { listQuerySchema } from "@/lib/contract/actions/list-query";
import { listActions } from "@/lib/gateway/read/actions/list-actions";
import { readAction } from "@/lib/gateway/read/actions/read-actions";
import { previewThreshold } from "./preview-threshold";
import { readThresholds } from "./read-thresholds";
import { setThreshold, thresholdStep } from "./set-threshold";
import { signStandingAuthorisation } from "./standing-authorisations";

const world = await useWorld();
const { gateway, owner } = world;

async function company() {
  const home = await world.addTenant();
  const admin = await home.person("Boss", "admin");
  const [steward, agent] = [await home.person("Stew", "steward"), await home.agent("agent")];
  return { ...home, admin, steward, agent, newAgent: home.agent };
}

const from500: ThresholdDraft = {
  action_type: "inventory_adjustment",
  name: "adjustment-from-1000-dollars",
  at_least: "50000",
  tier: 4,
};
const fromAHundredThousand = { ...from500, at_least: "10000000" };
const base = (action_type: string, name: string, tier: RiskTier) => ({
  action_type,
  name,
  at_least: null,
  tier,
});

const hashOf = async (person: Person) => (await readThresholds(person, gateway)).hash;
/** With a fresh factor for this very change, over the rules as they are. */
async function change(
  person: Person,
  draft: ThresholdDraft,
  more: { base_hash?: string; reason?: string } = {},
) {
  const by = await steppedUp(owner, person, "change_thresholds", thresholdStep(draft));
  const base_hash = more.base_hash ?? (await hashOf(person));
  return setThreshold(by, { ...draft, reason: "why", ...more, base_hash }, gateway);
}
const ruleOf = async (person: Person, { action_type, name }: ThresholdDraft) =>
  (await readThresholds(person, gateway)).types
    .find((type) => type.action_type === action_type)!
    .rules.find((rule) => rule.name === name)!;
/** Cases at $12.80, of one location; each by another agent, so that totals stay apart. */
let agents = 0;
async function adjust(home: Awaited<ReturnType<typeof company>>, by: string) {
  agents += 1;
  const input = proposals.adjustment(by, { context: { location: "Dallas DC", memo: `count ${agents}` } });
  return (await world.propose(input, await home.newAgent(`agent-${agents}`))).proposal;
}
const eventsOf = (tenantId: number) => owner<{ actor_kind: string; actor_label: string; details: object }[]>`
  SELECT actor_kind, actor_label, body_text::jsonb -> 'details' AS details FROM events
  WHERE tenant_id = ${tenantId} AND event_type = 'risk_tier_rules.changed' ORDER BY id`;

describe("a threshold that an administrator changes", () => {
  test("stands in the sentence of every card with its present figure, and no write claims a figure that it does not reach", async () => {
    const home = await company();
    const { admin } = home;
    await change(admin, from500);
    const { id } = await adjust(home, "45");
    const wordsOf = async () => (await readAction(admin, id, gateway)).rule_words;
    expect(await wordsOf(), "$576").toBe("it is worth $500 or more");
    await change(admin, { ...from500, at_least: "55000" });
    expect(await wordsOf()).toBe("it is worth $550 or more");
    const { items } = await listActions(admin, listQuerySchema.parse({}), gateway);
    expect(items.find((one) => one.id === id)!.rule_words).toBe("it is worth $550 or more");
    const { timeline } = await readAction(admin, id, gateway);
    expect(timeline[0]!.text).toContain("at L4: it is worth $550 or more");
    await change(admin, { ...from500, at_least: "60000" });
    expect(await wordsOf()).toBe("it reached an earlier figure of this rule, which counts from $600 now");
  });

  test("sets the tier of the next proposal, and stands in an intact ledger with who, from, to and why", async () => {
    const home = await company();
    const { admin } = home;
    expect((await adjust(home, "45")).risk_level, "$576").toBe(3);
    await change(admin, from500, { reason: "Counts are often wrong" });
    expect((await adjust(home, "45")).risk_level).toBe(4);
    expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true });
    expect((await eventsOf(admin.tenantId)).at(-1)).toMatchObject({
      actor_kind: "person",
      actor_label: "Boss",
      details: {
        by_user_id: admin.userId,
        reason: "Counts are often wrong",
        currency: "USD",
        changes: expect.arrayContaining([
          {
            action_type: "inventory_adjustment",
            name: "adjustment-from-1000-dollars",
            measure: "impact_cents",
            from: { at_least: "100000", tier: 4 },
            to: { at_least: "50000", tier: 4 },
          },
        ]),
      },
    });
    expect(await ruleOf(admin, from500)).toMatchObject({
      at_least: "50000",
      words: "worth $500 or more",
      shipped: { at_least: "100000", tier: 4 },
      changed: { by: "Boss", reason: "Counts are often wrong" },
    });
  });

  test("is weighed when a pending proposal is approved, which waits at its new tier", async () => {
    const home = await company();
    const waiting = await adjust(home, "45");
    await change(home.admin, from500);
    const refusal = await refusalOf(world.decide(home.admin, waiting, { confirmed: false }));
    expect(refusal).toMatchObject({ code: "tier_raised", members: { risk_level: 4 } });
    expect(await world.eventsOf(waiting.id)).toEqual(["hitl.proposed", "hitl.tier_raised"]);
    expect(await world.decide(home.admin, waiting)).toMatchObject({ outcome: "claimed" });
  });

  test("takes the totals along, so that it holds alone and splitting the write gains nothing", async () => {
    const home = await company();
    const { types } = await change(home.admin, fromAHundredThousand);
    const { rules } = types.find(({ action_type }) => action_type === "inventory_adjustment")!;
    expect(rules.filter(({ measure }) => measure !== "base").map((rule) => rule.at_least)).toEqual(
      Array(4).fill("10000000"),
    );
    expect((await adjust(home, "500")).risk_level, "$6,400").toBe(3);
    await change(home.admin, from500);
    const agent = await home.newAgent("splitter");
    const parts = [];
    for (const part of ["1", "2"])
      parts.push(
        await world.propose(
          proposals.adjustment("25", { context: { location: "Dallas DC", memo: part } }),
          agent,
        ),
      );
    expect(
      parts.map(({ proposal }) => proposal.risk_level),
      "$320 twice",
    ).toEqual([3, 4]);
  });

  test("holds for every type that reaches the same field, whichever of them was named", async () => {
    const { admin, newAgent } = await company();
    // Another one each time: an equal proposal of the same agent is answered with the one that waits.
    const propose = async (more: Record<string, unknown>) =>
      world.propose({ ...proposals.bidPrice("1.45"), ...more }, await newAgent(`asker-${(agents += 1)}`));
    const byBid = () => propose({});
    const byCustomer = () =>
      propose({ action_type: "customer_price_update", context: { customer: "Driscoll's" } });
    const tiers = async () => [(await byBid()).proposal.risk_level, (await byCustomer()).proposal.risk_level];
    expect(await tiers(), "+2.1 %").toEqual([3, 3]);
    const named = { action_type: "customer_price_update", name: "moves-of-the-day-from-5-percent" };
    await change(admin, { ...named, at_least: "2", tier: 5 });
    expect(await tiers()).toEqual([5, 5]);
    await change(admin, { ...named, action_type: "bid_price_update", at_least: "90", tier: 4 });
    expect(await tiers()).toEqual([3, 3]);
  });

  test("is set back to the shipped figure like any other change", async () => {
    const { admin } = await company();
    const before = await readThresholds(admin, gateway);
    await change(admin, from500);
    const { shipped } = await ruleOf(admin, from500);
    const after = await change(admin, { ...from500, ...shipped! });
    expect(after.hash).toBe(before.hash);
    expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true });
  });

  test("needs a session with a fresh factor for this very change, by an administrator or a steward", async () => {
    const { admin, steward, person, tenantId } = await company();
    const base_hash = await hashOf(admin);
    const set = (by: Person, draft = from500) =>
      setThreshold(by, { ...draft, reason: "why", base_hash }, gateway);
    const { hash } = await readThresholds(steward, gateway);
    await expectRefusal(set(admin), "session_required");
    const other = await steppedUp(owner, admin, "change_thresholds", thresholdStep(from500));
    await expectRefusal(set(other, fromAHundredThousand), "step_up_invalid");
    const approver = await person("Ana", "approver");
    await expectRefusal(change(approver, from500, { base_hash }), "not_allowed");
    await expectRefusal(readThresholds(approver, gateway), "not_allowed");
    await expectRefusal(previewThreshold(approver, from500, gateway), "not_allowed");
    expect(await hashOf(admin)).toBe(hash);
    expect(await eventsOf(tenantId)).toHaveLength(1);
    await change(steward, from500);
    expect(await ruleOf(admin, from500)).toMatchObject({ changed: { by: "Stew" } });
  });

  test("of two that were written from the same rules, the second is refused", async () => {
    const { admin, steward, tenantId } = await company();
    const base_hash = await hashOf(admin);
    const answers = await Promise.all([
      outcomeOf(change(admin, from500, { base_hash })),
      outcomeOf(change(steward, fromAHundredThousand, { base_hash })),
    ]);
    expect(answers.flatMap(({ error }) => (error ? [error.code] : []))).toEqual(["changed"]);
    expect(await eventsOf(tenantId)).toHaveLength(2);
  });

  test.each<[string, Partial<ThresholdDraft>, string, string | null]>([
    ["a figure for a base rule", { name: "adjustment-under-1000-dollars" }, "validation_failed", "at_least"],
    ["no figure", { at_least: null }, "validation_failed", "at_least"],
    ["part of a cent", { at_least: "50000.5" }, "validation_failed", "at_least"],
    ["a figure beyond every amount", { at_least: "999999999999999" }, "validation_failed", "at_least"],
    ["the figure and tier in force", { at_least: "100000.00" }, "nothing_to_do", null],
    ["an unknown rule", { name: "nothing-of-the-kind" }, "not_found", null],
    ["a rule of another type", { action_type: "ar_note" }, "not_found", null],
  ])("%s is refused and writes nothing", async (_, wrong, code, path) => {
    const { admin, tenantId } = await company();
    const before = await hashOf(admin);
    const refusal = await refusalOf(change(admin, { ...from500, ...wrong }));
    expect({ code: refusal.code, path: refusal.issues?.[0]?.path ?? null }).toEqual({ code, path });
    expect(await hashOf(admin)).toBe(before);
    expect(await eventsOf(tenantId)).toHaveLength(1);
  });
});

describe("nothing that moves money goes without a tap", () => {
  test("its type is never L1, by the product or by the app's role", async () => {
    const { admin, tenantId } = await company();
    for (const type of ["inventory_adjustment", "customer_terms_change", "ar_note"]) {
      const { name } = actionTypeOf(type)!.tierRules.find(({ measure }) => measure === "base")!;
      const refusal = await refusalOf(change(admin, base(type, name, 1)));
      expect(refusal.issues, type).toMatchObject([{ path: "tier" }]);
    }
    const call = `SELECT set_threshold('customer_terms_change', 'new-payment-terms', NULL, 1::smallint, 'mine',
         rules_hash(${tenantId}), false, ${admin.userId}) AS outcome`;
    expect([...(await asApp(tenantId, call))]).toEqual([{ outcome: "not_trivial" }]);
    await change(admin, base("customer_terms_change", "new-payment-terms", 2));
  });

  test("nor signed for, where the database's owner made it L1", async () => {
    const { admin, tenantId } = await company();
    await owner`UPDATE risk_tier_rules SET tier = 1 WHERE tenant_id = ${tenantId} AND measure = 'base'`;
    const by = await steppedUp(owner, admin, "sign_standing_authorisation", "ar_note: 1 a day for 1 days");
    const grant = { action_types: ["ar_note"], per_day_max: 1, valid_days: 1 };
    await expectRefusal(signStandingAuthorisation(by, grant, gateway), "validation_failed");
  });
});

describe("a drafted change", () => {
  test("shows which actions would have had another tier, apart from those that wait, and writes nothing", async () => {
    const home = await company();
    const { admin, tenantId } = home;
    const [decided, small] = [await adjust(home, "45"), await adjust(home, "1")];
    const waiting = await adjust(home, "46");
    for (const one of [decided, small]) await world.decide(admin, one, { decision: "reject" });
    const before = [await hashOf(admin), await eventsOf(tenantId)];
    const preview = await previewThreshold(admin, from500, gateway);
    expect(preview).toMatchObject({ looked_at: 3, complete: true, lower: 0, higher: 1, waiting_higher: 1 });
    expect(preview.differences).toEqual([
      expect.objectContaining({ action_id: waiting.id, status: "pending", in_force: 3, drafted: 4 }),
      expect.objectContaining({ action_id: decided.id, status: "rejected", in_force: 3, drafted: 4 }),
    ]);
    expect([await hashOf(admin), await eventsOf(tenantId)]).toEqual(before);
    await change(admin, from500);
    expect(await previewThreshold(admin, fromAHundredThousand, gateway)).toMatchObject({
      lower: 1,
      higher: 0,
      waiting_higher: 0,
    });
  });

  test("is refused like the change itself", async () => {
    const { admin } = await company();
    await expectRefusal(previewThreshold(admin, { ...from500, name: "none" }, gateway), "not_found");
    const l1 = base("inventory_adjustment", "adjustment-under-1000-dollars", 1);
    await expectRefusal(previewThreshold(admin, l1, gateway), "validation_failed");
  });
});

const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
const asApp = (tenantId: number, statement: string) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    return tx.unsafe(statement);
  });

test("the app's role writes no threshold itself, names no author who administers nothing, and leaves no change unsaid", async () => {
  const { admin, tenantId, person } = await company();
  const stranger = await (await world.addTenant()).person("Eve", "admin");
  const approver = await person("Ana", "approver");
  const call = (actor: number, more = "'why'") =>
    `SELECT set_threshold('inventory_adjustment', 'adjustment-from-1000-dollars', 1, 5::smallint, ${more},
       rules_hash(${tenantId}), false, ${actor})`;
  for (const [state, statement] of [
    ["42501", "UPDATE risk_tier_rules SET tier = 1"],
    ["42501", "DELETE FROM risk_tier_rules"],
    ["42501", "INSERT INTO risk_tier_rules DEFAULT VALUES"],
    ["42501", "INSERT INTO threshold_versions VALUES (1, 2, 'h')"],
    ["42501", "UPDATE threshold_versions SET version = 2"],
    ["42501", "DELETE FROM threshold_versions"],
    ["CS003", call(stranger.userId)],
    ["CS003", call(approver.userId)],
    ["CS003", call(admin.userId, "' '")],
  ] as const)
    expect(await sqlState(asApp(tenantId, statement)), statement).toBe(state);
  await asApp(tenantId, call(admin.userId));
  expect((await eventsOf(tenantId)).at(-1)).toMatchObject({
    actor_label: "Boss",
    details: { by_user_id: admin.userId, reason: "why" },
  });
  expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true });
});
