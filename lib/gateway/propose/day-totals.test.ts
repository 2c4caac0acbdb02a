import { expect, test } from "vitest";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();

const bid = async (from: number, to: number): Promise<ProposalView> =>
  (await world.propose(proposals.bidPrice(String(to), String(from), { context: { bid_id: "B5875" } })))
    .proposal;
const apply = async (proposal: ProposalView): Promise<void> => {
  await world.decide(world.approver, proposal);
  expect(await world.push((await world.pushOf(proposal.id)).id)).toEqual({ outcome: "applied" });
};

test("two moves of one price under 5 % each meet the tier of the move they make together", async () => {
  const first = await bid(1.42, 1.47);
  expect(first).toMatchObject({ risk_level: 3 });
  await apply(first);
  expect(await bid(1.47, 1.5)).toMatchObject({ risk_level: 4, risk_rule: "moves-of-the-day-from-5-percent" });
});

test("alternatives that still wait count once: at most one of them can be written", async () => {
  const before = await bid(1.47, 1.475);
  expect(await bid(1.47, 1.475)).toMatchObject({ risk_level: before.risk_level });
});

test("there and back again is two writes, and counts as two", async () => {
  const back = await bid(1.47, 1.42);
  expect(back).toMatchObject({ risk_level: 4 });
  await apply(back);
  // 450 up, 450 down and 450 up again pass the day's $1,000 for this customer.
  const [row] = await world.owner<{ total: number }[]>`
    SELECT (risk_weighed ->> 'cumulative_customer_cents')::int AS total FROM proposed_actions
    WHERE id = ${(await bid(1.42, 1.47)).id}`;
  expect(row!.total).toBeGreaterThanOrEqual(135_000);
});

test("what one agent proposed or had approved days ago counts for as long as it is not written", async () => {
  const tenant = await world.addTenant();
  const approver = await tenant.person("Ana", "approver");
  const adjust = async (agent: Awaited<ReturnType<typeof tenant.agent>>, quantity: string) => {
    const input = proposals.adjustment(quantity, { context: { location: "Dallas DC", reason: "count" } });
    return (await world.propose(input, agent)).proposal;
  };
  const dateBack = ({ id }: ProposalView) =>
    pastEveryGuard(
      world.superuser,
      (tx) => tx`
        UPDATE proposed_actions SET created_at = created_at - interval '3 days', decided_at = decided_at - interval '3 days'
        WHERE id = ${id}`,
    );
  // $896 wait, or wait to be sent; another $128 takes them over $1,000.
  for (const approved of [false, true]) {
    const agent = await tenant.agent(approved ? "approved" : "waits");
    const old = await adjust(agent, "70");
    expect(old).toMatchObject({ risk_level: 3 });
    if (approved) expect(await world.decide(approver, old)).toMatchObject({ outcome: "claimed" });
    await dateBack(old);
    expect(await adjust(agent, "10"), approved ? "approved" : "waits").toMatchObject({ risk_level: 4 });
  }
});
