import { expect, test } from "vitest";
import { useRuns } from "@/lib/runtime/testing/use-runs";

const { world, publish, start, workOff, look } = await useRuns();

const pricing = `workflow: pricing
inputs: { type: object, properties: { to: { type: string, default: "1.43" } } }
limits: { writes: 2 }
steps:
  - id: price
    tool: netsuite.propose
    with:
      action_type: bid_price_update
      entity_type: item
      entity_ref: "10472"
      context: { bid_id: B5875 }
      changes: [{ field: price, to: "\${{ inputs.to }}" }]
`;

test("two runs of one workflow that ask for the same, or for different values of one field, have an action each", async () => {
  await publish(pricing);
  const proposedFor = async (to: string) => {
    const { id } = await start("pricing", { inputs: { to } });
    await workOff();
    return (await look(id)).steps.find(({ step_id }) => step_id === "price")!.proposed_action_id!;
  };
  const [first, equal, other] = [
    await proposedFor("1.43"),
    await proposedFor("1.43"),
    await proposedFor("1.44"),
  ];
  expect(new Set([first, equal, other]).size).toBe(3);
  const conflictsOf = async (id: number) => (await world.read(id)).conflicts_with.map((one) => one.id);
  expect(await conflictsOf(first)).toEqual([other]);
  expect(await conflictsOf(other)).toEqual([first, equal]);
  expect(await world.read(first)).toMatchObject({ twin_id: equal });
});
