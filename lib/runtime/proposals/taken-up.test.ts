import { expect, test } from "vitest";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** What a step finds under its key: its own proposal from before, or somebody else's. */

const runs = await useRuns();
const { world, owner, publish, start, workOff, look } = runs;

const noting = (name: string) => `workflow: ${name}
limits: { writes: 1 }
steps:
  - id: note
    tool: netsuite.propose
    with:
      action_type: ar_note
      entity_type: customer
      entity_ref: Coastal Pantry
      changes: [{ field: note, to: Hello }]
    approval: { two_person: true }`;

test("what somebody proposed under a step's key, past the run and with fewer approvals, is not taken up", async () => {
  await publish(noting("ahead"));
  const { id } = await start("ahead");
  const [agent] = await owner<{ id: number; name: string }[]>`
    SELECT id, name FROM agents WHERE tenant_id = ${world.tenantId} AND name = 'workflow-ahead'`;
  const { proposal } = await world.propose(
    {
      action_type: "ar_note",
      entity_type: "customer",
      entity_ref: "Coastal Pantry",
      changes: [{ field: "note", to: "Hello" }],
      conversation_ref: `run ${id}, step note`,
    },
    { ...world.agent, agentId: agent!.id, name: agent!.name },
    `${id}:note`,
  );
  expect(proposal.required_approvals).toBe(1);
  await workOff();
  const run = await look(id);
  expect(run.status).toBe("failed_terminal");
  expect(run.steps[0]).toMatchObject({ proposed_action_id: null, last_error: { code: "not_proposed_here" } });
});
