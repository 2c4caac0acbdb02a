import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFINITIONS, TIER_RULES_OF_EVERY_TYPE } from "@/lib/action-types/registry";
import type { TierRule } from "@/lib/action-types/shared/definition";
import { type World, openWorld } from "@/lib/gateway/testing/world";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("a new tenant has the tier rules that the definitions of the action types hold, and no others", async () => {
  const rows = await world.owner<Record<string, unknown>[]>`
    SELECT action_type, name, measure, at_least::float, tier FROM risk_tier_rules
    WHERE tenant_id = ${world.tenantId}`;
  const rowsOf = (action_type: string, rules: readonly TierRule[]) =>
    rules.map(({ name, measure, atLeast, tier }) => ({
      action_type,
      name,
      measure,
      at_least: atLeast ?? null,
      tier,
    }));
  const defined = [
    ...DEFINITIONS.flatMap(({ type, tierRules }) => rowsOf(type, tierRules)),
    ...rowsOf("*", TIER_RULES_OF_EVERY_TYPE),
  ];
  const inOrder = (list: Record<string, unknown>[]) =>
    list.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
  expect(inOrder([...rows])).toEqual(inOrder(defined));
});

test("the day's sums are shared by the types that the definitions sum under one name", async () => {
  for (const { type, summedAs } of DEFINITIONS) {
    const together = DEFINITIONS.filter((other) => (other.summedAs ?? other.type) === (summedAs ?? type));
    const [row] = await world.owner<{ types: string[] }[]>`SELECT types_summed_with(${type}) AS types`;
    expect([...row!.types].sort(), type).toEqual(together.map((other) => other.type).sort());
  }
});
