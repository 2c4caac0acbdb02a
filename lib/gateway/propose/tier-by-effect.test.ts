import { describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { type NewProposal, weighRisk } from "@/db/queries/actions/proposals";
import { effectsOf } from "@/lib/action-types/payload/effects";
import { ACTION_TYPE_ROWS, DEFINITIONS } from "@/lib/action-types/registry";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();

type Input = Record<string, unknown>;
const newcomer = async (): Promise<AgentPrincipal> => (await world.addTenant()).agent("agent");
const tierOf = async (input: Input, by?: AgentPrincipal) =>
  (await world.propose(input, by ?? (await newcomer()))).proposal.risk_level;

const changed = (type: string, changes: Record<string, string>, more: Input): Input => ({
  action_type: type,
  changes: Object.entries(changes).map(([field, to]) => ({ field, to })),
  ...more,
});
const coastal = { entity_type: "customer", entity_ref: "Coastal Pantry" };
const item = (sku: string, context: Input = {}) => ({ entity_type: "item", entity_ref: sku, context });
const rollOf = (type: string, entityType: string, ...lines: Input[]): Input => ({
  action_type: type,
  entity_type: entityType,
  entity_ref: "ROLL",
  lines: lines.map(({ entity_ref, changes, context }) => ({ entity_ref, changes, context })),
});

describe("the same effect gets the same tier, whatever its action type is called", () => {
  const limit = (to: string) => changed("customer_credit_limit", { creditlimit: to }, coastal);
  test.each(["0", "0.00", "0.5"])("a credit limit of %s weighs as a revocation", async (to) => {
    expect(await tierOf(limit(to))).toBe(await tierOf(proposals.creditRevoke()));
  });
  test("and one of more stays a new limit", async () => {
    expect(await tierOf(limit("59000"))).toBe(4);
  });
  test("a note on a customer weighs as an AR note, attached or not", async () => {
    const attached = changed("note_attachment", { note: "They will pay later." }, coastal);
    expect(await tierOf(attached)).toBe(await tierOf(proposals.arNote()));
    expect(await tierOf(proposals.noteAttachment()), "on an order").toBe(1);
  });
  test.each(["1.43", "1.491", "5"])(
    "a customer's price of %s, by bid, by customer and as a roll",
    async (to) => {
      const byCustomer = changed(
        "customer_price_update",
        { price: to },
        item("10472", { customer: "Driscoll's" }),
      );
      const byBid = changed("bid_price_update", { price: to }, item("10472", { bid_id: "B5875" }));
      const tiers = [await tierOf(byCustomer), await tierOf(byBid)];
      tiers.push(await tierOf(rollOf("bulk_price_roll", "price_roll", byCustomer)));
      expect(new Set(tiers).size, tiers.join()).toBe(1);
    },
  );
  test("a roll of two prices is bulk, however small they are", async () => {
    const one = changed("", { price: "1.421" }, item("10472", { customer: "Driscoll's" }));
    const two = changed("", { price: "11.41" }, item("10473", { customer: "Driscoll's" }));
    expect(await tierOf(rollOf("bulk_price_roll", "price_roll", one, two))).toBe(5);
  });
  test("a vendor's cost, alone and as a roll", async () => {
    const cost = changed(
      "vendor_cost_update",
      { purchaseprice: "0.93" },
      item("10472", { vendor: "Valley Berry Growers" }),
    );
    expect(await tierOf(cost)).toBe(await tierOf(rollOf("vendor_cost_roll", "cost_roll", cost)));
  });
});

/** Figures over and under every default threshold. */
const figures: Partial<NewProposal>[] = [0, 40_00, 60_00, 900_00, 1_100_00, 5_100_00, 25_100_00].flatMap(
  (cents) => ["1", "6"].map((movementPercent) => ({ impactCents: cents, movementPercent })),
);

async function tierOfRow(type: string, effects: readonly string[], figure: Partial<NewProposal>) {
  const row = {
    tenantId: world.tenantId,
    actionType: type,
    entityType: "x",
    entityRef: "x",
    agentId: world.agent.agentId,
    factsReadAt: new Date(),
    customerRef: "c",
    sku: "s",
    locationRef: "l",
    effects: [...effects],
    ...figure,
  } as NewProposal;
  return inTenant(world.db.database, world.tenantId, async (tx) => (await weighRisk(tx, row, 0)).tier);
}

describe("for every pair of types that reach one place in NetSuite", () => {
  const placesOf = (effects: readonly string[]) => effects.map((effect) => effect.split("=")[0]!);
  const types = ACTION_TYPE_ROWS.filter(({ actionType }) => actionType !== "*");
  const pairs = types.flatMap((one, index) =>
    types.slice(index + 1).flatMap((other) => {
      const shared = placesOf(one.effects).filter((place) => placesOf(other.effects).includes(place));
      return shared.map((place) => [one, other, place] as const);
    }),
  );
  test("there are some, and both add to the same totals", () => {
    expect(pairs.length).toBeGreaterThan(4);
    for (const [one, other, place] of pairs)
      expect(one.summedAs, `${one.actionType} and ${other.actionType} both write ${place}`).toBe(
        other.summedAs,
      );
  });
  test.each(pairs.map(([one, other, place]) => [place, one, other] as const))(
    "%s gets one tier for one effect",
    async (place, one, other) => {
      // The plain effect, and each condition that either type always fulfils there.
      const conditions = [...one.effects, ...other.effects].filter((effect) =>
        effect.startsWith(`${place}=`),
      );
      const always = [one, other].every(({ effects }) => effects.includes(place)) ? [[place]] : [];
      for (const effects of [...always, ...conditions.map((condition) => [place, condition])])
        for (const figure of figures)
          expect(await tierOfRow(one.actionType, effects, figure), JSON.stringify({ effects, figure })).toBe(
            await tierOfRow(other.actionType, effects, figure),
          );
    },
  );
});

test("a type that comes later obeys the rules of the places that it reaches, and cannot be softer", async () => {
  await world.owner`INSERT INTO action_types (name, summed_as, effects, tier_rules)
    VALUES ('goodwill_gesture', 'customer.creditlimit', ARRAY['customer.creditlimit'], '[]')`;
  await world.owner`INSERT INTO risk_tier_rules (tenant_id, action_type, name, measure, tier)
    VALUES (${world.tenantId}, 'goodwill_gesture', 'soft', 'base', 1)`;
  const small = { impactCents: 100 };
  expect(await tierOfRow("goodwill_gesture", ["customer.creditlimit"], small)).toBe(4);
  expect(
    await tierOfRow("goodwill_gesture", ["customer.creditlimit", "customer.creditlimit=none"], small),
  ).toBe(5);
  expect(await tierOfRow("goodwill_gesture", ["customer.creditholdoverride=on"], small)).toBe(5);
});

test("new bank details weigh L3 at least, whatever type brings them", async () => {
  const marks: NewProposal["marks"] = ["new_bank_details"];
  expect(await tierOfRow("note_attachment", [], { impactCents: 0 })).toBe(1);
  for (const { actionType, effects } of ACTION_TYPE_ROWS) {
    const plain = await tierOfRow(actionType, effects, { impactCents: 0 });
    expect(await tierOfRow(actionType, effects, { impactCents: 0, marks }), actionType).toBe(
      Math.max(plain, 3),
    );
  }
});

test("every example has the effects that its type always has", () => {
  for (const definition of DEFINITIONS) {
    const { effects } = ACTION_TYPE_ROWS.find(({ actionType }) => actionType === definition.type)!;
    const own = effectsOf({ action_type: definition.type, ...definition.example });
    expect(
      own.some((effect) => effects.includes(effect)),
      definition.type,
    ).toBe(true);
  }
});
