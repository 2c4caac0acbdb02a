import { expect, test } from "vitest";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { leaseSteps, settleStep } from "@/db/queries/workflows/turns";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { workThrough } from "@/lib/gateway/testing/deliver";
import { proposeInRun } from "@/lib/runtime/proposals/propose-in-run";
import { proposeInputSchema } from "@/lib/runtime/proposals/propose-input";
import { loadStep } from "@/lib/runtime/work/load-step";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** A step finds a proposal under its key: its own from before, or somebody else's. */

const runs = await useRuns();
const { world, owner, gateway, admin, approver, publish, start, workOff, look } = runs;
const { database } = gateway;

const noting = (name: string) => `workflow: ${name}
limits: { writes: 1 }
steps:
${noteStep({ more: "    approval: { two_person: true }" })}`;

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

/** A worker has proposed the step's write and not settled the step; meanwhile an approver edits the proposal. */
async function editedBeforeSettled(name: string) {
  await publish(noting(name));
  const { id } = await start(name);
  const [leased] = await leaseSteps(database, { owner: "a worker", count: 1, seconds: 30 });
  const lease = { id: leased!.id, owner: "a worker", attempt: leased!.attempt, seconds: 30 };
  const loaded = (await loadStep(leased!, gateway))!;
  const { tenantId } = world;
  const input = proposeInputSchema.parse(loaded.definition.with);
  const { signal } = new AbortController();
  const result = await proposeInRun(
    { ...loaded, gateway, tenantId, lease, input: {}, shown: () => null, signal },
    input,
  );
  if (result.kind !== "waits_for_action") throw new Error("it proposes");
  const [first] = await owner<Stored[]>`
    SELECT id, payload_hash, required_approvals FROM proposed_actions WHERE id = ${result.actionId}`;
  await amendmentsOf(world).edit(first!, { changes: [{ field: "note", to: "Said better" }] }, approver);
  const [edited] = await owner<Stored[]>`
    SELECT id, payload_hash, required_approvals FROM proposed_actions WHERE supersedes_id = ${first!.id}`;
  const settle = () =>
    settleStep(database, tenantId, lease, "waiting_approval", { action_id: result.actionId });
  return { id, edited: edited!, settle };
}
interface Stored {
  id: number;
  payload_hash: string;
  required_approvals: number;
}

test("a proposal that is edited before its step has noted it still needs two, and the run goes on with the edited one", async () => {
  const { id, edited, settle } = await editedBeforeSettled("edited-early");
  expect(edited.required_approvals).toBe(2);
  await settle();
  await workOff();
  expect(await look(id)).toMatchObject({
    status: "waiting_approval",
    steps: [{ status: "waiting_approval", proposed_action_id: edited.id }],
  });
  expect(await world.decide(approver, edited)).toMatchObject({ outcome: "vote_recorded" });
  expect(await world.decide(admin, edited)).toMatchObject({ outcome: "claimed" });
  await workThrough(world, edited.id);
  await workOff();
  expect(await look(id)).toMatchObject({ status: "succeeded" });
});
test("so does one that is edited while its worker is gone", async () => {
  const { id, edited } = await editedBeforeSettled("edited-alone");
  await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE status = 'running'`;
  await rescueSteps(database, [0], 10);
  await workOff();
  expect(edited.required_approvals).toBe(2);
  expect((await look(id)).steps[0]).toMatchObject({
    status: "waiting_approval",
    proposed_action_id: edited.id,
  });
});
