import { describe, expect, test } from "vitest";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { distributor } from "@countersign/netsuite-simulator/company";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { gateway } = world;

type Input = Record<string, unknown>;
/** The day's proposals count, so each case starts in a tenant without any. */
const newcomer = async (): Promise<AgentPrincipal> => (await world.addTenant()).agent("agent");
const tierOf = async (input: Input, by?: AgentPrincipal) => {
  const { proposal } = await world.propose(input, by ?? (await newcomer()));
  return { tier: proposal.risk_level, rule: proposal.risk_rule };
};

const orderLine = (to: string): Input => ({
  action_type: "sales_order_line_price",
  entity_type: "sales_order",
  entity_ref: "SO-22991",
  // 400 cases at $52.25.
  changes: [{ field: "rate", from: "52.25", to }],
  context: { line_unique_key: "2299101" },
});
const bid = (sku: string, from: string, to: string): Input => ({
  ...proposals.bidPrice(to, from),
  entity_ref: sku,
  context: { bid_id: "B5875" },
});
const adjustment = (quantity: string): Input =>
  proposals.adjustment(quantity, { context: { location: "Dallas DC", reason: `count ${Math.random()}` } });
const creditLimit = (to: string): Input =>
  proposals.creditLimit(0, { changes: [{ field: "creditlimit", from: 60_000, to }] });

describe("the documents' table, at its edges", () => {
  test.each<[string, Input, number]>([
    ["a note attachment", proposals.noteAttachment(), 1],
    ["an AR note", proposals.arNote(), 2],
    ["an order line, $49.96 on the order", orderLine("52.3749"), 2],
    ["an order line, $50", orderLine("52.375"), 3],
    ["an order line lowered by $50", orderLine("52.125"), 3],
    ["an order line, $999.96", orderLine("54.7499"), 3],
    ["an order line, $1,000", orderLine("54.75"), 4],
    ["an order line, $25,000", orderLine("114.75"), 4],
    ["an order line, a cent over $25,000", orderLine("114.750025"), 5],
    ["a bid under 5 %", bid("10472", "1.42", "1.4909"), 3],
    ["a bid moved 5 %", bid("10472", "1.42", "1.491"), 4],
    ["a bid lowered 5 %", bid("10472", "1.42", "1.349"), 4],
    ["a bid of $994 a year", bid("10480", "27.90", "27.97"), 3],
    ["a bid of $1,001.10 a year", bid("10480", "27.90", "27.9705"), 4],
    ["a bid of over $25,000 a year", bid("10480", "27.90", "29.70"), 5],
    ["an adjustment of $999.94", adjustment("78.12"), 3],
    ["an adjustment of a fraction of a cent under $1,000", adjustment("78.1249"), 4],
    ["an adjustment of $1,000", adjustment("78.125"), 4],
    ["an adjustment of minus $1,000", adjustment("-78.125"), 4],
    ["an adjustment of $25,000", adjustment("1953.125"), 4],
    ["an adjustment of a cent over $25,000", adjustment("1953.126"), 5],
    ["a new credit limit", creditLimit("60001"), 4],
    ["a credit limit raised by $25,000", creditLimit("85000"), 4],
    ["a credit limit raised by a cent more", creditLimit("85000.01"), 5],
    ["a credit revoke", proposals.creditRevoke(), 5],
  ])("%s", async (_what, input, tier) => {
    expect(await tierOf(input)).toMatchObject({ tier });
  });

  test("whatever tier the proposer claims is ignored", async () => {
    for (const risk_level of [1, 5, "none", null]) {
      expect(await tierOf({ ...adjustment("1"), risk_level })).toMatchObject({ tier: 3 });
    }
  });
  test("it is kept as a claim: in the answer, on the page and in the ledger, and outside of the hashed payload", async () => {
    const agent = await newcomer();
    const approver = { ...world.approver, tenantId: agent.tenantId };
    const same = { expires_in_seconds: 3_600, changes: [{ field: "note", to: "Same words." }] };
    const plain = (await world.propose(proposals.noteAttachment(same), agent)).proposal;
    for (const [risk_level, claimed] of [
      [1, 1],
      ["L2", 2],
      ["none", null],
      [9, null],
      [true, null],
    ] as const) {
      const { proposal } = await world.propose(proposals.noteAttachment({ ...same, risk_level }), agent);
      expect(proposal).toMatchObject({ claimed_risk_level: claimed, payload_hash: plain.payload_hash });
      expect(await world.read(proposal.id, approver)).toMatchObject({ claimed_risk_level: claimed });
      const [event] = await world.owner<{ body: string }[]>`
        SELECT body_text AS body FROM events WHERE entity_id = ${proposal.id} AND event_type = 'hitl.proposed'`;
      const { details } = JSON.parse(event!.body) as { details: Record<string, unknown> };
      expect(details.claimed_risk_level ?? null).toBe(claimed);
    }
  });

  test("an action type without a rule of its own is tier 5", async () => {
    const agent = await newcomer();
    await world.owner`DELETE FROM risk_tier_rules WHERE tenant_id = ${agent.tenantId} AND action_type = 'ar_note'`;
    expect(await tierOf(proposals.arNote(), agent)).toEqual({
      tier: 5,
      rule: "no-rule-for-this-action-type",
    });
  });
});

describe("many small changes meet the tier of one large one", () => {
  /** $102.40 each: the tenth takes the day's total over $1,000. */
  const small = () => adjustment("8");
  /** Each proposed by an agent of its own and approved, one after the other. */
  async function tiersOf(inputs: readonly Input[]): Promise<number[]> {
    const tenant = await world.addTenant();
    const approver = await tenant.person("Ana", "approver");
    const tiers: number[] = [];
    for (const [index, input] of inputs.entries()) {
      const { proposal } = await world.propose(input, await tenant.agent(`agent-${index}`));
      expect(await world.decide(approver, proposal)).toMatchObject({ outcome: "claimed" });
      tiers.push(proposal.risk_level);
    }
    return tiers;
  }

  test("on one item, by ten agents", async () => {
    expect(await tiersOf(Array.from({ length: 10 }, small))).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 3, 4]);
  });
  test("on one item, spelled with spaces around it", async () => {
    const spellings = ["10532", " 10532", "10532 ", "\t10532", "10532\n"];
    const inputs = spellings.map((entity_ref) => ({ ...adjustment("16"), entity_ref }));
    expect(await tiersOf(inputs)).toEqual([3, 3, 3, 3, 4]);
  });
  test("on one customer's bid, over several items and agents, at exactly $1,000", async () => {
    const tenant = await world.addTenant();
    const first = (await world.propose(bid("10480", "27.90", "27.95"), await tenant.agent("a"))).proposal;
    expect(first.risk_level, "$710").toBe(3);
    await world.decide(await tenant.person("Ana", "approver"), first);
    expect(await tierOf(bid("10481", "25.30", "25.325"), await tenant.agent("b")), "and $290").toEqual({
      tier: 4,
      rule: "customer-total-from-1000-dollars-today",
    });
  });
  test("at one location, over several items by as many agents, and at no other", async () => {
    const items = distributor.items.filter(({ unitCostCents }) => unitCostCents < 10_000).slice(0, 4);
    const about300 = (index: number, location: string) => ({
      ...adjustment(String(Math.floor(30_000 / items[index]!.unitCostCents))),
      entity_ref: items[index]!.sku,
      context: { location },
    });
    const here = [0, 1, 2].map((index) => about300(index, "Dallas DC"));
    expect(await tiersOf([...here, about300(3, "Phoenix DC")])).toEqual([3, 3, 3, 3]);
    expect(await tiersOf([...here, about300(3, "Dallas DC")])).toEqual([3, 3, 3, 4]);
  });
  test("by one agent, over several customers and items", async () => {
    const agent = await newcomer();
    let totalCents = 0;
    const skus = new Set<string>();
    for (const customer of distributor.customers.slice(1)) {
      const price = customer.prices.find(
        (one) => !skus.has(one.sku) && one.priceCents * 0.01 * one.unitsYear < 90_000,
      );
      if (!price || totalCents > 300_000) continue;
      skus.add(price.sku);
      const step = Math.max(1, Math.floor(price.priceCents / 100));
      totalCents += step * price.unitsYear;
      const to = ((price.priceCents + step) / 100).toFixed(2);
      const input = {
        ...proposals.bidPrice(to, (price.priceCents / 100).toFixed(2)),
        entity_ref: price.sku,
        context: { bid_id: customer.bid },
      };
      const { tier } = await tierOf(input, agent);
      expect(tier, `${customer.name}, $${totalCents / 100} today`).toBe(totalCents >= 100_000 ? 4 : 3);
    }
    expect(totalCents, "the limit was reached").toBeGreaterThan(100_000);
  });
  test("on one order, line by line", async () => {
    const agent = await newcomer();
    const line = (key: string, from: string, to: string): Input => ({
      ...orderLine(to),
      changes: [{ field: "rate", from, to }],
      context: { line_unique_key: key },
    });
    expect((await tierOf(line("2299101", "52.25", "52.3125"), agent)).tier, "$25").toBe(2);
    expect((await tierOf(line("2299102", "21.40", "21.45"), agent)).tier, "and $25").toBe(3);
  });
  test("also when one agent proposes all ten at the same moment, in 8 rounds", async () => {
    for (let round = 0; round < 8; round += 1) {
      const agent = await newcomer();
      const tiers = await Promise.all(
        Array.from({ length: 10 }, async () => (await tierOf(small(), agent)).tier),
      );
      expect(tiers.sort()).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 3, 4]);
    }
  });
  test("and nobody's proposal lifts another agent's while it waits", async () => {
    const tenant = await world.addTenant();
    await world.propose(adjustment("70"), await tenant.agent("one"));
    expect((await tierOf(small(), await tenant.agent("other"))).tier, "$896 of another agent wait").toBe(3);
  });
  test("but alternatives from the same live value count once: at most one of them can be written", async () => {
    const agent = await newcomer();
    // $540 each, for a person each; two of them would be over $1,000.
    for (const [to, onBehalfOfUserId] of [
      ["1.48", null],
      ["1.36", world.approver.userId],
      ["1.48", world.admin.userId],
    ] as const)
      expect((await tierOf(bid("10472", "1.42", to), { ...agent, onBehalfOfUserId })).tier).toBe(3);
    // The largest of them counts: $540 and $497 on another item.
    expect((await tierOf(bid("10480", "27.90", "27.935"), agent)).tier).toBe(4);
  });
});

describe("without a live read the tier is at least 4", () => {
  const unread = { rule: "live-value-was-not-readable" };
  test.each([
    ["L1", proposals.noteAttachment(), 4],
    ["L3", bid("10472", "1.42", "1.43"), 4],
    ["L5", proposals.creditRevoke(), 5],
  ])("for what would be %s while NetSuite does not answer", async (_tier, input, tier) => {
    await world.account.fault("service_unavailable", { op: "read" });
    expect((await tierOf(input)).tier).toBe(tier);
  });
  test("and while the lane is halted, when NetSuite is not even asked", async () => {
    const agent = await newcomer();
    await world.owner`UPDATE push_lanes SET state = 'halted', code = 'X', halted_at = now() WHERE tenant_id = ${agent.tenantId}`;
    const { read } = gateway.netsuite;
    gateway.netsuite = { ...gateway.netsuite, read: () => Promise.reject(new Error("it was asked")) };
    try {
      expect(await tierOf(proposals.arNote(), agent)).toEqual({ tier: 4, ...unread });
    } finally {
      gateway.netsuite = { ...gateway.netsuite, read };
    }
  });
});
