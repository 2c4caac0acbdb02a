import { afterAll, beforeAll, expect, test } from "vitest";
import { ACTION_TYPES } from "@/lib/action-types/registry";
import { type World, openWorld } from "@/lib/gateway/testing/world";
import { pendingProposals } from ".";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("an operator who opens the demo sees at least one proposal of every action type", () => {
  const types = new Set(pendingProposals().map(({ input }) => input.action_type));
  expect([...types].sort()).toEqual([...ACTION_TYPES].sort());
});

test("the gateway takes each of them, with the account's own values and every figure known", async () => {
  const tiers = new Map<string, number[]>();
  for (const { input } of pendingProposals()) {
    const { proposal } = await world.propose({ ...input });
    tiers.set(input.action_type, [...(tiers.get(input.action_type) ?? []), proposal.risk_level]);
    const [row] = await world.owner<{ facts_read_at: Date | null }[]>`
      SELECT facts_read_at FROM proposed_actions WHERE id = ${proposal.id}`;
    expect(row!.facts_read_at, `${input.action_type} ${input.entity_ref}`).not.toBeNull();
  }
  expect(tiers.get("assembly_build"), "a small build and a large one").toEqual([3, 4]);
  expect(tiers.get("vendor_cost_update")).toEqual([5, 5]);
});
