import { afterAll, expect, test } from "vitest";
import { revokeAgent } from "@/lib/gateway/access/agents/agent-changes";
import { pauseAgent, resumeAgent } from "@/lib/gateway/access/agents/pause-agent";
import { revokePerson } from "@/lib/gateway/access/people/person-changes";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { startRun } from "@/lib/runtime/runs/start-run";
import { useModelRuns } from "@/lib/runtime/testing/use-model-runs";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { createSender } from "@/lib/outbound";
import { systemClock } from "@/lib/clock";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";

const runs = await useModelRuns();
const { world, owner, gateway, admin, publish, workOff, look, provider, witness } = runs;

let arrivals = 0;
const port = await receivePlainly((_, response) => {
  arrivals += 1;
  response.writeHead(200).end();
});
afterAll(closeReceivers);
const ports = [port, Number(new URL(provider("acme").url).port)];
Object.assign(gateway, {
  sender: createSender({
    ownUrls: [],
    openAddresses: ports.map((open) => ({ host: "127.0.0.1", port: open })),
    clock: systemClock,
  }),
});

/** Each does one thing outside. */
const steps = {
  sends: `{ tool: http.request, with: { method: POST, url: "http://127.0.0.1:${port}/" } }`,
  asks: "{ tool: model.call, with: { model: acme/large-2, prompt: Hello, output_tokens_max: 9 } }",
  proposes: `{ tool: netsuite.propose, with: { action_type: ar_note, entity_type: customer, entity_ref: Coastal Pantry,
      changes: [{ field: note, to: "\${{ run.id }}" }] } }`,
};
type Workflow = keyof typeof steps;
const workflows = Object.keys(steps) as Workflow[];
for (const name of workflows)
  await publish(`workflow: ${name}
limits: { writes: 1 }
steps: [${steps[name].replace("{", "{ id: act,")}]`);

/** One run of each workflow. Their ids. */
async function beginEach(by: Person | AgentPrincipal): Promise<number[]> {
  const ids: number[] = [];
  for (const workflow of workflows) ids.push((await startRun(by, { workflow, inputs: {} }, gateway)).run.id);
  return ids;
}

/** One run of each workflow, begun by `by` and then `revoke`d before any of it is done. */
const actAfter = async (by: Person | AgentPrincipal, revoke: () => Promise<unknown>) =>
  workOffAfter(await beginEach(by), revoke);

async function workOffAfter(ids: readonly number[], revoke: () => Promise<unknown>) {
  await revoke();
  const before = { arrivals, asked: witness.asked.length };
  await workOff();
  const ends = [];
  for (const id of ids) {
    const { last_error: error, status } = (await look(id, admin)).steps[0]!;
    ends.push(error?.message ?? status);
  }
  const proposed = await owner`
    SELECT FROM proposed_actions WHERE idempotency_key = ANY (${ids.map((id) => `${id}:act`)})`;
  const left = [arrivals - before.arrivals, witness.asked.length - before.asked, proposed.length];
  return { ends, left };
}

test("a run sends, asks and proposes for whoever began it", async () => {
  expect(await actAfter(world.approver, () => Promise.resolve())).toEqual({
    ends: ["succeeded", "succeeded", "waiting_approval"],
    left: [1, 1, 1],
  });
});
test("nothing of it leaves when the agent that began it was revoked", async () => {
  expect(await actAfter(world.agent, () => revokeAgent(admin, world.agent.agentId, gateway))).toEqual({
    ends: Array.from({ length: 3 }, () => "The agent that began this run was revoked."),
    left: [0, 0, 0],
  });
});
test("nor when the person who began it was removed", async () => {
  const dan = await world.home.person("Dan", "approver");
  expect(await actAfter(dan, () => revokePerson(admin, dan.userId, gateway))).toEqual({
    ends: Array.from({ length: 3 }, () => "The person who began this run was removed."),
    left: [0, 0, 0],
  });
});
test("nor when they may begin no runs any more", async () => {
  const eva = await world.home.person("Eva", "approver");
  const demote = () => owner`UPDATE memberships SET role = 'viewer' WHERE user_id = ${eva.userId}`;
  expect(await actAfter(eva, demote)).toEqual({
    ends: Array.from({ length: 3 }, () => "The person who began this run is a viewer now, who begins none."),
    left: [0, 0, 0],
  });
});
test("nor while the operator has suspended the company", async () => {
  const { tenantId } = world;
  const suspend = () => owner`UPDATE tenants SET suspended_at = now() WHERE id = ${tenantId}`;
  expect(await actAfter(world.approver, suspend)).toEqual({
    ends: Array.from({ length: 3 }, () => "This company is suspended: nothing of its runs goes out."),
    left: [0, 0, 0],
  });
  await owner`UPDATE tenants SET suspended_at = NULL WHERE id = ${tenantId}`;
});
test.each(["workflow", "run"] as const)(
  "nor while the agent of the %s is paused, whose steps go on when it is resumed",
  async (of) => {
    const beginner = await world.home.agent(`begins-${of}s`);
    const ofWorkflows = await owner<{ id: number }[]>`
      SELECT agent_id::integer AS id FROM workflows WHERE tenant_id = ${world.tenantId}`;
    const held = of === "run" ? [beginner.agentId] : ofWorkflows.map(({ id }) => id);
    const ids = await beginEach(beginner);
    const { ends, left } = await workOffAfter(ids, async () => {
      for (const id of held) await pauseAgent(admin, id, gateway);
    });
    const whose = of === "run" ? "the agent that began this run" : "the agent of this workflow";
    expect(ends).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(`${whose}, is paused.`)));
    expect(left).toEqual([0, 0, 0]);
    for (const id of held) await resumeAgent(await steppedUp(owner, admin, "resume_agent", id), id, gateway);
    for (const id of ids) await runs.letTimeCome(id);
    await workOff();
    const statuses = [];
    for (const id of ids) statuses.push((await look(id, admin)).steps[0]!.status);
    expect(statuses).toEqual(["succeeded", "succeeded", "waiting_approval"]);
  },
);
test("nor does it call another workflow while the agent that began it is paused", async () => {
  await publish("workflow: calls\nsteps: [{ id: act, call: sends }]");
  const caller = await world.home.agent("calls-others");
  const { run } = await startRun(caller, { workflow: "calls", inputs: {} }, gateway);
  await pauseAgent(admin, caller.agentId, gateway);
  await workOff();
  const [waiting] = (await look(run.id, admin)).steps;
  expect(waiting).toMatchObject({ status: "ready", last_error: { code: "agent_paused" } });
  await resumeAgent(await steppedUp(owner, admin, "resume_agent", caller.agentId), caller.agentId, gateway);
  await runs.letTimeCome(run.id);
  await workOff();
  expect((await look(run.id, admin)).status).toBe("succeeded");
});
test("nor after the run's deadline, tidied up or not", async () => {
  const pass = () =>
    world.superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE runs SET deadline_at = clock_timestamp() - interval '1 s' WHERE ended_at IS NULL`;
    });
  const { ends, left } = await actAfter(world.approver, pass);
  expect(ends).toEqual(
    Array.from({ length: 3 }, () =>
      expect.stringMatching(/^This run was to end by .*: nothing of it goes out\.$/),
    ),
  );
  expect(left).toEqual([0, 0, 0]);
});
