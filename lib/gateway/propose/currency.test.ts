import { describe, expect, test } from "vitest";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();

const euro = "2";
/** NetSuite has no rate for it. */
const krona = "3";
const dollar = "1";

const newcomer = async (): Promise<AgentPrincipal> => (await world.addTenant()).agent("agent");
const billedIn = (currency: string, customer = "Coastal Pantry") =>
  world.editDuringTest("customer", customer, { currency }, { currency: dollar });
const limit = (to: number) =>
  proposals.creditLimit(0, { changes: [{ field: "creditlimit", from: 60_000, to }] });
const rowOf = async (id: number) => {
  const [row] = await world.owner<Record<string, unknown>[]>`
    SELECT risk_level, risk_rule, impact_cents::int AS impact_cents, impact_currency, facts_read_at IS NOT NULL AS read,
      (risk_weighed ->> 'cumulative_customer_cents')::int AS total
    FROM proposed_actions WHERE id = ${id}`;
  return row!;
};
const proposed = async (input: Record<string, unknown>, by?: AgentPrincipal) =>
  rowOf((await world.propose(input, by ?? (await newcomer()))).proposal.id);

describe("an impact in another currency is weighed in the tenant's, at NetSuite's own rate", () => {
  test("a limit raised by 23,500 euros is one of over 25,000 dollars", async () => {
    expect(await proposed(limit(83_500))).toMatchObject({ risk_level: 4, impact_currency: "USD" });
    await billedIn(euro);
    // 23,500 × 1.0861
    expect(await proposed(limit(83_500))).toMatchObject({
      risk_level: 5,
      impact_cents: 25_523_35,
      impact_currency: "USD",
    });
  });

  test("and sums over currencies are sums in one", async () => {
    const tenant = await world.addTenant();
    const agent = await tenant.agent("agent");
    await billedIn(euro);
    const { proposal } = await world.propose(limit(61_000), agent);
    // One limit of a customer waits at a time; an approved one counts as one that waits does.
    await world.decide(await tenant.person("Ann", "approver"), proposal);
    await world.account.edit("customer", "Coastal Pantry", { currency: dollar });
    const row = await proposed({ ...proposals.creditRevoke() }, agent);
    expect(row.total).toBe(1_086_10 + 60_000_00);
  });

  test("the card says from which currency and at which rate", async () => {
    await billedIn(euro);
    const { proposal } = await world.propose(limit(61_000));
    expect((await world.read(proposal.id)).impact).toMatchObject({
      cents: 1_086_10,
      currency: "USD",
      basis: "of credit, from EUR at 1.0861",
    });
  });

  test("without a rate it is not fully read, and at least L4", async () => {
    await billedIn(krona, "Driscoll's");
    const small = proposals.bidPrice("1.43", "1.42");
    expect(await proposed(small)).toMatchObject({
      risk_level: 4,
      risk_rule: "live-value-was-not-readable",
      impact_cents: null,
      read: false,
    });
  });

  test("and neither is an amount in the base currency of an account that is not the tenant's", async () => {
    const agent = await newcomer();
    const small = proposals.bidPrice("1.43", "1.42");
    expect(await proposed(small, agent)).toMatchObject({ risk_level: 3 });
    const other = await newcomer();
    await world.owner`UPDATE tenants SET currency = 'EUR' WHERE id = ${other.tenantId}`;
    expect(await proposed(small, other)).toMatchObject({
      risk_level: 4,
      risk_rule: "live-value-was-not-readable",
    });
  });

  test("a roll over two currencies is summed in one", async () => {
    const line = (entity_ref: string, customer: string, from: string, to: string) => ({
      entity_ref,
      context: { customer },
      changes: [{ field: "price", from, to }],
    });
    const roll = {
      action_type: "bulk_price_roll",
      entity_type: "price_roll",
      entity_ref: "TWO-CURRENCIES",
      lines: [
        line("10472", "Driscoll's", "1.42", "1.43"),
        line("10522", "Riverbend Foods", "46.35", "46.36"),
      ],
    };
    const before = await proposed(roll);
    await billedIn(euro, "Driscoll's");
    const after = await proposed(roll);
    expect(after).toMatchObject({ read: true, impact_currency: "USD" });
    // 9,000 units by a cent.
    expect(Number(after.impact_cents) - Number(before.impact_cents)).toBe(97_74 + 1 - 90_00);
  });
});
