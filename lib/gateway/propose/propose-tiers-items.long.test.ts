import { describe, expect, test } from "vitest";
import { syncActionTypes } from "@/db/action-types";
import { ACTION_TYPE_ROWS } from "@/lib/action-types/registry";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Tiers and cards of the types about items rather than one customer, one order or one location. */

const world = await useWorld();
const { owner } = world;

type Input = Record<string, unknown>;
const newcomer = async (): Promise<AgentPrincipal> => (await world.addTenant()).agent("agent");
const tierOf = async (input: Input, by?: AgentPrincipal) => {
  const { proposal } = await world.propose(input, by ?? (await newcomer()));
  return { tier: proposal.risk_level, rule: proposal.risk_rule };
};
const changed = (type: keyof typeof payloads, changes: Record<string, string>, more: Input = {}): Input => ({
  ...payloads[type],
  changes: Object.entries(changes).map(([field, to]) => ({ field, to })),
  ...more,
});

/** 14,200 units a year at $27.90. */
const blueberries = (to: string) => changed("customer_price_update", { price: to }, { entity_ref: "10480" });
/** 9,000 units a year at $1.42. */
const strawberries = (to: string) => changed("customer_price_update", { price: to }, { entity_ref: "10472" });
/** At $10.85 a case. */
const build = (quantity: string) => changed("assembly_build", { quantity });
/** 6,240 builds a year, each of 0.32 cases of $13.90 of which 85 % is left. */
const romaine = (bomquantity: string) => changed("bom_change", { bomquantity });

describe("the documents' table, at its edges", () => {
  test.each<[string, Input, number]>([
    ["a customer price of $994 a year", blueberries("27.97"), 3],
    ["a customer price of $1,001.10 a year", blueberries("27.9705"), 4],
    ["a customer price moved less than 5 %", strawberries("1.4909"), 3],
    ["a customer price moved 5 %", strawberries("1.491"), 4],
    ["a customer price of over $25,000 a year", blueberries("29.70"), 5],
    ["a list price moved by a cent", changed("item_price_update", { price: "1.42" }), 4],
    ["a list price of over $25,000 a year", changed("item_price_update", { price: "9" }), 5],
    ["a vendor's cost moved by a cent", changed("vendor_cost_update", { purchaseprice: "0.93" }), 5],
    ["a build of $4,999.90", build("460.82"), 3],
    ["a build of $5,000.01", build("460.8305"), 4],
    ["a build of over $25,000", build("2304.2"), 5],
    ["a BOM change", romaine("0.33"), 3],
    ["a BOM change of over $25,000 a year", romaine("0.57"), 5],
  ])("%s", async (_what, input, tier) => {
    expect(await tierOf(input)).toMatchObject({ tier });
  });

  test("a BOM of which nothing was built is at least 4: what it moves is not zero but unknown", async () => {
    await world.editDuringTest(
      "bom",
      "Garden salad mix",
      { assembly: [] },
      { assembly: [{ assembly: "401" }] },
    );
    expect(await tierOf(romaine("0.33"))).toEqual({ tier: 4, rule: "live-value-was-not-readable" });
  });
});

describe("a customer's prices add up over both of their names", () => {
  const byBid = (to: string): Input => ({
    ...blueberries(to),
    action_type: "bid_price_update",
    context: { bid_id: "B5875" },
  });

  test("by bid and by customer, at $1,000 on one day", async () => {
    const agent = await newcomer();
    expect((await tierOf(byBid("27.94"), agent)).tier, "$568").toBe(3);
    expect(await tierOf(strawberries("1.468"), agent), "and $432").toEqual({
      tier: 4,
      rule: "agent-total-from-1000-dollars-today",
    });
  });
  test("and over both at the same moment, in 8 rounds", async () => {
    for (let round = 0; round < 8; round += 1) {
      const agent = await newcomer();
      const both = await Promise.all([tierOf(byBid("27.94"), agent), tierOf(strawberries("1.469"), agent)]);
      expect(both.map(({ tier }) => tier).sort()).toEqual([3, 4]);
    }
  });
});

test("a tenant that was there before gets the rules of the new types, and nothing back that it changed", async () => {
  const { tenantId } = await world.addTenant();
  await owner`DELETE FROM risk_tier_rules
    WHERE tenant_id = ${tenantId} AND (action_type = 'item_price_update' OR name = 'price-move-from-5-percent')`;
  await owner`UPDATE risk_tier_rules SET tier = 4 WHERE tenant_id = ${tenantId} AND action_type = 'vendor_cost_update'`;
  await owner`DELETE FROM action_types WHERE name = 'item_price_update'`;
  await owner.begin((tx) => syncActionTypes(tx, ACTION_TYPE_ROWS));
  const rules = await owner`
    SELECT action_type, name, tier FROM risk_tier_rules WHERE tenant_id = ${tenantId}
    AND (action_type IN ('item_price_update', 'vendor_cost_update') OR name = 'price-move-from-5-percent') ORDER BY name`;
  expect([...rules]).toEqual([
    { action_type: "item_price_update", name: "list-price", tier: 4 },
    { action_type: "vendor_cost_update", name: "vendor-cost", tier: 4 },
  ]);
});

test.each<[keyof typeof payloads, string, string[], string | null]>([
  [
    "customer_price_update",
    "Raise the price of Strawberries 4×2 lb clamshell from $11.40 to $11.52 for Driscoll's",
    [],
    "Driscoll's",
  ],
  [
    "item_price_update",
    "Raise the list price of Strawberries 8×1 lb clamshell from $1.41 to $1.45 on price level Wholesale from 25 units",
    ["price level Wholesale", "from 25 units"],
    null,
  ],
  [
    "vendor_cost_update",
    "Raise the purchase price of Strawberries 8×1 lb clamshell from $0.92 to $0.97 at vendor Valley Berry Growers",
    ["vendor Valley Berry Growers"],
    null,
  ],
  [
    "assembly_build",
    "Build 100 of Garden salad mix 4×2.5 lb at Plant 2 from the components of its BOM",
    [
      "at Plant 2",
      expect.stringMatching(/^brings [\d,]+ on hand to [\d,]+$/),
      "BOM Garden salad mix, revision R3",
      expect.stringMatching(/^components on hand for [\d,]+$/),
      "dated 2026-11-20",
      "memo “Saturday's orders”",
    ],
    null,
  ],
  [
    "bom_change",
    "In BOM Garden salad mix, revision R3, change Romaine 24 ct from 0.32 to 0.34 per build and its yield from 85 % to 82.5 %",
    ["Garden salad mix", "revision R3"],
    null,
  ],
])("the card of %s says all of it", async (type, sentence, details, customer) => {
  const { proposal } = await world.propose(payloads[type]);
  expect(await world.read(proposal.id)).toMatchObject({
    sentence,
    details,
    customer,
    inspectable: true,
  });
});
