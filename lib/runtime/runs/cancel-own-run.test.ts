import { expect, test } from "vitest";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { startRun } from "./start-run";
import { cancelRun } from "./steer-run";

const { world, owner, gateway, approver, agent, publish } = await useRuns();

const text = `workflow: own
inputs: { type: object, properties: {} }
steps: [{ id: only, tool: transform, with: { value: "Hi" } }]`;
await publish(text);
const startBy = async (by: Parameters<typeof startRun>[0], ref: string) =>
  (await startRun(by, { workflow: "own", inputs: {}, trigger_ref: ref }, gateway)).run.id;

test("an agent cancels a run that it began, once, and the ledger names it", async () => {
  const id = await startBy(agent, "mine");
  expect(await cancelRun(agent, id, gateway)).toMatchObject({
    id,
    status: "cancelled",
    cancelled_by: agent.name,
  });
  await expectRefusal(cancelRun(agent, id, gateway), "run_is_over");
  const [event] = await owner`
    SELECT actor_kind, actor_label FROM events
    WHERE entity_type = 'run' AND entity_id = ${id} AND event_type = 'run.cancel_requested'`;
  expect(event).toEqual({ actor_kind: "agent", actor_label: agent.name });
});

test("a run of a person's or of another agent's does not exist for an agent that would cancel it", async () => {
  const other = await world.home.agent("another-canceller");
  for (const id of [await startBy(approver, "person"), await startBy(other, "other")])
    await expectRefusal(cancelRun(agent, id, gateway), "not_found");
});
