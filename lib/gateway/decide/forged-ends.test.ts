import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { proposals } from "@/lib/gateway/testing/proposals";
import { refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { bulkDecide } from "./bulk-decide";

/**
 * One adjustment of $1,792 is L4. Two of $896 are L3 each, and the second is weighed with the first: also where the
 * database's role says that the first was never written.
 */

const world = await useWorld();
const onHand = "10532:Dallas DC";
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

async function openCompany() {
  const tenant = await world.addTenant();
  const approver = await tenant.person("Ana", "approver");
  let agents = 0;
  const adjust = async (from?: string) => {
    agents += 1;
    const changes = [{ field: "adjustqtyby", ...(from ? { from } : {}), to: "70" }];
    const context = { location: "Dallas DC", memo: `count ${agents}` };
    const input = proposals.adjustment("70", { changes, context });
    const { proposal } = await world.propose(input, await tenant.agent(`agent-${agents}`));
    expect(proposal.risk_level).toBe(3);
    return proposal;
  };
  const asRole = (statements: (tx: postgres.TransactionSql) => Promise<unknown>) =>
    app.begin(async (tx) => {
      await tx`SELECT set_config('app.tenant_id', ${String(tenant.tenantId)}, true)`;
      await statements(tx);
    });
  return { ...tenant, approver, adjust, asRole };
}

type Company = Awaited<ReturnType<typeof openCompany>>;
type Proposal = Awaited<ReturnType<Company["adjust"]>>;

async function approveOne({ approver, tenantId }: Company, proposal: Proposal): Promise<number> {
  await world.decide(approver, proposal, { confirmed: false });
  const [push] = await world.owner<{ id: number }[]>`
    SELECT id FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND action_id = ${proposal.id}`;
  return push!.id;
}

/** It arrived in NetSuite, and its answer is lost. */
async function send(company: Company): Promise<{ id: number; pushId: number }> {
  const proposal = await company.adjust();
  const pushId = await approveOne(company, proposal);
  await world.account.fault("drop_after_commit");
  await world.account.fault("service_unavailable", { op: "probe" });
  expect(await pushLine(company.tenantId, pushId, world.gateway)).toMatchObject({ outcome: "unknown" });
  return { id: proposal.id, pushId };
}

async function expectRaised({ approver, adjust }: Company): Promise<void> {
  const second = await adjust();
  const raised = { code: "tier_raised", members: { risk_level: 4 } };
  expect(await refusalOf(world.decide(approver, second, { confirmed: false }))).toMatchObject(raised);
  expect(await refusalOf(world.decide(approver, second, { confirmed: false }))).toMatchObject({
    code: "confirmation_missing",
  });
  const [row] = await world.owner`SELECT risk_level, status FROM proposed_actions WHERE id = ${second.id}`;
  expect(row).toEqual({ risk_level: 4, status: "pending" });
}

const endAction = (tx: postgres.TransactionSql, id: number, status: string) => tx`
  UPDATE proposed_actions SET status = ${status}, ended_at = now() - interval '2 days', ended_by_label = 'Ana',
    end_reason = 'no' WHERE id = ${id}`;
const movePush = async (tx: postgres.TransactionSql, pushId: number, through: readonly string[]) => {
  for (const status of through)
    await tx`UPDATE ns_pending_pushes SET status = ${status}, ended_at = now(), hold_until = NULL,
      not_after = now() - interval '1 day', end_seal = ${"0".repeat(64)} WHERE id = ${pushId}`;
};

test.each([
  ["stale", ["stale"]],
  ["cancelled", ["queued", "cancelled"]],
  ["superseded", ["queued", "cancelled"]],
  ["cancelled", ["dead"]],
] as const)(
  "a write that arrived and that the role calls %s counts with the next one (its push: %j)",
  async (status, through) => {
    const company = await openCompany();
    const { id, pushId } = await send(company);
    await company.asRole(async (tx) => {
      await movePush(tx, pushId, through);
      await endAction(tx, id, status);
    });
    await expectRaised(company);
  },
);

test("and in bulk", async () => {
  const company = await openCompany();
  const { id, pushId } = await send(company);
  await company.asRole(async (tx) => {
    await movePush(tx, pushId, ["stale"]);
    await endAction(tx, id, "stale");
  });
  const second = await company.adjust();
  const items = [{ id: second.id, payload_hash: second.payload_hash }];
  const { results } = await bulkDecide(company.approver, { decision: "approve", items }, world.gateway);
  expect(results).toMatchObject([{ outcome: "tier_raised" }]);
});

test("one that the role ends as applied the day before yesterday counts today", async () => {
  const company = await openCompany();
  const { id, pushId } = await send(company);
  await company.asRole(async (tx) => {
    await tx`UPDATE ns_pending_pushes SET status = 'applied', ended_at = now(), applied_at = now(), hold_until = NULL,
      ns_internal_id = '7', verification = 'verified', readback_json = '[]' WHERE id = ${pushId}`;
    await tx`UPDATE proposed_actions SET status = 'applied', applied_at = now() - interval '2 days', ns_internal_id = '7'
      WHERE id = ${id}`;
  });
  const { proposal } = await world.propose(
    proposals.adjustment("70", { context: { location: "Dallas DC", memo: "the rest" } }),
    await company.agent("another"),
  );
  expect(proposal.risk_level).toBe(4);
});

test("a write is not called stale while its push goes on, and no proposal expires before its time", async () => {
  const company = await openCompany();
  const waiting = await company.adjust();
  const { id } = await send(company);
  await expect(company.asRole((tx) => endAction(tx, id, "stale"))).rejects.toMatchObject({ code: "CS002" });
  await expect(
    company.asRole(
      (tx) => tx`UPDATE proposed_actions SET status = 'expired', ended_at = now(), ended_by_label = 'expiry',
        end_reason = 'nobody decided in time' WHERE id = ${waiting.id}`,
    ),
  ).rejects.toMatchObject({ code: "CS002" });
});

test("one that NetSuite found stale does not count, nor one that was cancelled before anything was sent", async () => {
  const company = await openCompany();
  const stock = (await world.account.look("on_hand", onHand))!;
  const first = await company.adjust(String(stock.quantityonhand));
  const pushId = await approveOne(company, first);
  await world.account.edit("on_hand", onHand, { quantityonhand: String(Number(stock.quantityonhand) + 1) });
  expect(await pushLine(company.tenantId, pushId, world.gateway)).toEqual({ outcome: "stale" });
  const [sent] =
    await world.owner`SELECT last_sent_at IS NOT NULL AS sent FROM ns_pending_pushes WHERE id = ${pushId}`;
  expect(sent).toEqual({ sent: true });
  const second = await company.adjust();
  await approveOne(company, second);
  await cancelAction(company.approver, second.id, "no", world.gateway);
  const third = await company.adjust();
  expect(await world.decide(company.approver, third, { confirmed: false })).toMatchObject({
    outcome: "claimed",
  });
});
