import { afterAll, describe, expect, test } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { editTokenForms } from "@/lib/auth/session/tokens";
import { bulkDecide } from "@/lib/gateway/decide/bulk-decide";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { mintEditToken, putPolicyInForce, traceOf } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { outcomeOf, refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { pushAction } from "@/lib/gateway/deliver/push-action";
import { readAction } from "@/lib/gateway/read/actions/read-actions";

const world = await useWorld();

/** A raise leaves every ledger intact, but for what is done by hand. */
const admins: Person[] = [];
/** Thresholds set by SQL, and a claim that was called past the app. */
const byHand = ["rules_differ", "approval_unsealed"];
afterAll(async () => {
  for (const admin of admins) {
    const { faults } = await verifyLedger(admin, { mode: "full" }, world.gateway);
    expect(faults.filter(({ kind }) => !byHand.includes(kind))).toEqual([]);
  }
});

const twoForAdjustments = `@id("two-for-adjustments")
forbid (principal, action == Countersign::Action::"approve_alone", resource)
when { resource.actionType == "inventory_adjustment" };`;

/** Cases at $12.80, by an agent of its own. */
async function openCompany() {
  const tenant = await world.addTenant();
  const [approver, admin] = [await tenant.person("Ana", "approver"), await tenant.person("Adam", "admin")];
  admins.push(admin);
  let agents = 0;
  const adjust = async (by: string) => {
    agents += 1;
    const input = proposals.adjustment(by, { context: { location: "Dallas DC", memo: `count ${agents}` } });
    return (await world.propose(input, await tenant.agent(`agent-${agents}`))).proposal;
  };
  return { ...tenant, approver, admin, adjust };
}
const rowOf = async (id: number) => {
  const [row] = await world.owner`
    SELECT status, risk_level, risk_rule, raised_from, required_approvals, requires_step_up, approvers
    FROM proposed_actions WHERE id = ${id}`;
  return row!;
};

describe("an approval weighs the action again, with all that was approved since", () => {
  test("412 tier_raised with the new tier; nothing is decided, and the row waits at that tier", async () => {
    const { approver, adjust } = await openCompany();
    const [one, other] = [await adjust("70"), await adjust("70")];
    expect([one.risk_level, other.risk_level], "$896 each").toEqual([3, 3]);
    expect(await world.decide(approver, one, { confirmed: false })).toMatchObject({ outcome: "claimed" });

    const refusal = await refusalOf(world.decide(approver, other, { confirmed: false }));
    expect(refusal).toMatchObject({
      code: "tier_raised",
      status: 412,
      members: {
        outcome: "tier_raised",
        risk_level: 4,
        risk_rule: "item-total-from-1000-dollars-today",
      },
    });
    expect(await rowOf(other.id)).toMatchObject({
      status: "pending",
      risk_level: 4,
      raised_from: 3,
      risk_rule: "item-total-from-1000-dollars-today",
    });
    expect(await world.eventsOf(other.id)).toEqual(["hitl.proposed", "hitl.tier_raised"]);
    const trace = JSON.parse(await traceOf(world, other.id)) as { rest: Record<string, unknown> };
    expect(trace.rest).toMatchObject({ decisions: null, pushes: null });

    expect((await refusalOf(world.decide(approver, other, { confirmed: false }))).code).toBe(
      "confirmation_missing",
    );
    expect(await world.decide(approver, other)).toMatchObject({ outcome: "claimed" });
  });

  test("a rejection is made at the old tier: it writes nothing", async () => {
    const { approver, adjust } = await openCompany();
    const [one, other] = [await adjust("70"), await adjust("70")];
    await world.decide(approver, one);
    expect(await world.decide(approver, other, { decision: "reject" })).toMatchObject({ outcome: "claimed" });
  });

  test("of ten that are approved at the same moment, the one that passes the limit waits, in 5 rounds", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { approver, adjust } = await openCompany();
      const ten = [];
      for (let index = 0; index < 10; index += 1) ten.push(await adjust("8"));
      const answers = await Promise.all(
        ten.map((proposal) => outcomeOf(world.decide(approver, proposal, { confirmed: false }))),
      );
      expect(answers.filter(({ value }) => value?.outcome === "claimed")).toHaveLength(9);
      expect(answers.flatMap(({ error }) => (error ? [error.code] : []))).toEqual(["tier_raised"]);
    }
  });

  test("and in bulk, where the raised row says so and the others go through", async () => {
    const { approver, adjust } = await openCompany();
    const rows = [await adjust("40"), await adjust("30"), await adjust("30")];
    const items = rows.map(({ id, payload_hash }) => ({ id, payload_hash }));
    const { results } = await bulkDecide(approver, { decision: "approve", items }, world.gateway);
    expect(results.map(({ outcome }) => outcome)).toEqual(["claimed", "claimed", "tier_raised"]);
    expect(results[2]!.message).toContain("L4 High");
    expect(await rowOf(rows[2]!.id)).toMatchObject({ risk_level: 4, status: "pending" });
    const again = await bulkDecide(approver, { decision: "approve", items: items.slice(2) }, world.gateway);
    expect(again.results).toMatchObject([{ outcome: "not_bulk" }]);
  });

  test("two bulk decisions that cross each other's totals both end", async () => {
    const { approver, admin, adjust } = await openCompany();
    const items = [];
    for (let index = 0; index < 8; index += 1) items.push(await adjust("1"));
    const ids = items.map(({ id, payload_hash }) => ({ id, payload_hash }));
    const decide = (person: typeof approver, some: typeof ids) =>
      bulkDecide(person, { decision: "approve", items: some }, world.gateway);
    const [first, second] = await Promise.all([
      decide(
        approver,
        ids.filter((_, index) => index % 2 === 0),
      ),
      decide(admin, ids.filter((_, index) => index % 2 === 1).toReversed()),
    ]);
    expect([...first.results, ...second.results].map(({ outcome }) => outcome)).toEqual(
      Array(8).fill("claimed"),
    );
  });

  test("L5 asks for the step-up, and the policy's second approver; votes at the lower tier are asked for again", async () => {
    const company = await openCompany();
    const { approver, admin, tenantId } = company;
    await putPolicyInForce(world, tenantId, (text) => `${text}\n${twoForAdjustments}`);
    const [one, other] = [await company.adjust("1900"), await company.adjust("100")];
    const confirm = { confirmed: true };
    expect(await world.decide(approver, other, confirm)).toMatchObject({ outcome: "vote_recorded" });
    await world.decide(approver, one, confirm);
    expect(await world.decide(admin, one, confirm)).toMatchObject({ outcome: "claimed" });
    const refusal = await refusalOf(world.decide(admin, other, confirm));
    expect(refusal).toMatchObject({ code: "tier_raised", members: { risk_level: 5 } });
    expect(await rowOf(other.id)).toMatchObject({
      risk_level: 5,
      required_approvals: 2,
      requires_step_up: true,
      approvers: [],
    });
    expect((await refusalOf(world.decide(admin, other, confirm))).code).toBe("edit_token_missing");
    for (const [person, outcome] of [
      [admin, "vote_recorded"],
      [approver, "claimed"],
    ] as const) {
      const editToken = await mintEditToken(world, person, other);
      expect(await world.decide(person, other, { ...confirm, editToken })).toMatchObject({ outcome });
    }
  });

  test("a vote at the lower tier does not prove an approval at the higher one", async () => {
    const company = await openCompany();
    const { approver, admin, tenantId } = company;
    await putPolicyInForce(world, tenantId, (text) => `${text}\n${twoForAdjustments}`);
    const [one, other] = [await company.adjust("1900"), await company.adjust("100")];
    const confirm = { confirmed: true };
    expect(await world.decide(approver, other, confirm)).toMatchObject({ outcome: "vote_recorded" });
    await world.decide(approver, one, confirm);
    await world.decide(admin, one, confirm);
    await refusalOf(world.decide(admin, other, confirm));

    const [{ policy } = {}] = await world.owner`
      SELECT jsonb_build_object('version', policy_version, 'hash', policy_hash, 'rule', policy_rule) AS policy
      FROM decisions WHERE action_id = ${one.id} LIMIT 1`;
    // The database role votes in the approver's name, with the seal of the vote that no longer counts.
    const [{ seal } = {}] = await world.owner`
      SELECT body_text::jsonb #>> '{details,seal}' AS seal FROM events
      WHERE entity_type = 'proposed_action' AND entity_id = ${other.id} AND event_type = 'hitl.vote_recorded'`;
    const forged = {
      tenant_id: tenantId,
      action_id: other.id,
      decision: "approve",
      payload_hash: other.payload_hash,
      actor_kind: "person",
      actor_user_id: approver.userId,
      actor_label: "Ana",
      channel: "page",
      confirmed: true,
      required_approvals: 2,
      thresholds_version: 1,
      edit_token_forms: editTokenForms(await mintEditToken(world, approver, other), {
        tenantId,
        userId: approver.userId,
        actionId: other.id,
        payloadHash: other.payload_hash,
        decision: "approve",
      }),
      policy,
      seal,
    };
    const [vote] = await world.db.database
      .sql`SELECT outcome FROM decide_action(${JSON.stringify(forged)}::text::jsonb)`;
    expect(vote!.outcome).toBe("vote_recorded");
    const editToken = await mintEditToken(world, admin, other);
    expect(await world.decide(admin, other, { ...confirm, editToken })).toMatchObject({ outcome: "claimed" });
    for (const { id } of [one, other]) await pushAction(tenantId, (await world.pushOf(id)).id, world.gateway);
    expect(await world.pushOf(one.id)).toMatchObject({ status: "applied" });
    expect(await world.pushOf(other.id)).toMatchObject({
      status: "dead",
      last_error_json: { code: "APPROVAL_UNPROVEN" },
    });
  });

  test("a threshold that an admin lowered meanwhile counts as well", async () => {
    const { approver, adjust, tenantId } = await openCompany();
    const one = await adjust("10");
    await world.owner`UPDATE risk_tier_rules SET at_least = 100
      WHERE tenant_id = ${tenantId} AND name = 'adjustment-from-1000-dollars'`;
    expect(await refusalOf(world.decide(approver, one))).toMatchObject({ members: { risk_level: 4 } });
  });

  test("the page says that the tier rose, from which one, and by which rule", async () => {
    const { approver, adjust } = await openCompany();
    const [one, other] = [await adjust("70"), await adjust("70")];
    await world.decide(approver, one);
    await refusalOf(world.decide(approver, other));
    const detail = await readAction(approver, other.id, world.gateway);
    expect(detail).toMatchObject({
      risk_level: 4,
      raised_from: 3,
      risk_rule: "item-total-from-1000-dollars-today",
    });
    expect(detail.timeline.map(({ text }) => text).join("\n")).toContain("Tier raised from L3 to L4");
  });
});

describe("nobody moves a tier in another way", () => {
  test("not the app, not to a lower one, and not without its event", async () => {
    const { adjust, tenantId } = await openCompany();
    const one = await adjust("10");
    const attempt = (sql: string) =>
      world.db.database.sql.begin(async (tx) => {
        await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
        await tx.unsafe(sql);
      });
    for (const sql of [
      `UPDATE proposed_actions SET risk_level = 5, raised_from = 3 WHERE id = ${one.id}`,
      `UPDATE proposed_actions SET risk_level = 1 WHERE id = ${one.id}`,
      `UPDATE proposed_actions SET raised_from = 2 WHERE id = ${one.id}`,
    ])
      await expect(attempt(sql), sql).rejects.toMatchObject({ code: "42501" });
    await attempt(`SELECT raise_tier(${one.id}, 5::smallint, 1::smallint, true, 'r', '{}')`);
    expect(await rowOf(one.id), "its tier holds").toMatchObject({ risk_level: 3, raised_from: null });
  });
});
