import { describe, expect, test } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { proposals } from "@/lib/gateway/testing/proposals";
import { answer } from "@/lib/interactions/answer";
import { receiveAnswer } from "@/lib/interactions/replies/receive-answer";
import { rerun } from "@/lib/runtime/runs/rerun";
import { startRun } from "@/lib/runtime/runs/start-run";
import { cancelRun } from "@/lib/runtime/runs/steer-run";
import { storeVersion } from "@/lib/runtime/versions/store-version";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { beginForEvent } from "@/lib/runtime/triggers/events";
import { beginScheduled } from "@/lib/runtime/triggers/schedules";

/** At L4 everybody who had a hand in a run is an author of its proposals. */

let now: Date | null = null;
const runs = await useRuns({ gateway: { clock: { now: () => now ?? new Date() } } });
const { world, owner, gateway, publish, workOff, letWaitEnd } = runs;

const limit = (name: string) => `workflow: ${name}
inputs: { type: object, required: [to], properties: { to: { type: string } } }
limits: { writes: 1 }
steps:
  - id: limit
    tool: netsuite.propose
    with:
      action_type: customer_credit_limit
      entity_type: customer
      entity_ref: Coastal Pantry
      changes: [{ field: creditlimit, to: "\${{ inputs.to }}" }]`;

/** Pam publishes `limit`, Otto has no part in anything. All have been in office for long. */
async function company() {
  const home = await world.addTenant();
  const people = {
    Pam: await home.person("Pam", "admin"),
    Eve: await home.person("Eve", "admin"),
    Cal: await home.person("Cal", "approver"),
    Otto: await home.person("Otto", "approver"),
  };
  await owner`UPDATE memberships SET seasoned_until = NULL WHERE tenant_id = ${home.tenantId}`;
  await publish(limit("limit"), people.Pam);
  return { home, ...people };
}
type Proposed = { id: number; payload_hash: string; risk_level: number };
async function newestProposal(tenantId: number): Promise<Proposed> {
  const [action] = await owner<Proposed[]>`
    SELECT id, payload_hash, risk_level FROM proposed_actions WHERE tenant_id = ${tenantId} ORDER BY id DESC LIMIT 1`;
  expect(action!.risk_level).toBe(4);
  return action!;
}
async function expectAuthor(author: Person, proposal: Proposed, other: Person) {
  await expectRefusal(world.decide(author, proposal), {
    code: "own_proposal",
    message:
      "You had a hand in the run that proposes this: in its beginning, in its workflow's text, or in the action that it answers: at this tier somebody else has to approve it.",
  });
  expect(await world.decide(other, proposal)).toMatchObject({ outcome: "claimed" });
}

describe("does not approve alone what a run proposes, where somebody else could:", () => {
  test("whoever published the workflow that called it and chose its inputs", async () => {
    const { home, Eve, Otto } = await company();
    await publish(
      `workflow: caller\non: { schedule: "* * * * *" }\nsteps: [{ id: c, call: limit, with: { to: "66000" } }]`,
      Eve,
    );
    now = new Date(Date.now() + 120_000);
    await beginScheduled(gateway);
    now = null;
    await workOff();
    await expectAuthor(Eve, await newestProposal(home.tenantId), Otto);
  });
  test("whoever answered a question of it, or of a run that called it", async () => {
    const { home, Pam, Eve, Cal, Otto } = await company();
    const asking = `  - id: how_much
    tool: human.ask
    with:
      interaction_type: input
      message: How much?
      schema: { type: object, required: [to], properties: { to: { type: string } } }
      responders: [{ user_id: ${Cal.userId} }, { user_id: ${Otto.userId} }]\n`;
    const to = "${{ steps.how_much.output.answer.to }}";
    const own = limit("asks").replace("steps:\n", `steps:\n${asking}`).replace("${{ inputs.to }}", to);
    await publish(own, Pam);
    await publish(
      `workflow: asks-first\nsteps:\n${asking}  - { id: c, call: limit, with: { to: "${to}" } }`,
      Pam,
    );
    for (const [workflow, inputs] of [
      ["asks", { to: "1" }],
      ["asks-first", {}],
    ] as const) {
      const { run } = await startRun(Eve, { workflow, inputs }, gateway);
      await workOff();
      const [question] = await owner`SELECT id FROM hil_interactions WHERE execution_id = ${run.id}`;
      // A reply that answers nothing makes nobody an author.
      const reply = { interactionId: question!.id as number, channel: "email", text: "Thanks!" } as const;
      const delivery = { provider: "test", key: workflow };
      await receiveAnswer(
        { tenantId: home.tenantId, ...reply, delivery, from: Otto, answersOurMessage: true },
        gateway,
      );
      await answer(Cal, { id: question!.id as number, response: { to: "69000" } }, gateway);
      await workOff();
      await expectAuthor(Cal, await newestProposal(home.tenantId), Otto);
    }
  });
  test("whoever made the key of the agent that began it, or of one that it spoke for before", async () => {
    const { home, Eve, Cal, Otto } = await company();
    const agent = await home.agent("an-agent", Cal.userId);
    await owner`UPDATE agents SET key_makers = ARRAY[${Eve.userId}::bigint] WHERE id = ${agent.agentId}`;
    await startRun(agent, { workflow: "limit", inputs: { to: "67000" } }, gateway);
    await workOff();
    await expectAuthor(Eve, await newestProposal(home.tenantId), Otto);
    await owner`UPDATE agents SET on_behalf_of_user_id = ${Eve.userId} WHERE id = ${agent.agentId}`;
    await startRun(agent, { workflow: "limit", inputs: { to: "67500" } }, gateway);
    await workOff();
    await expectAuthor(Cal, await newestProposal(home.tenantId), Otto);
  });
  test("whom the agent that began it spoke for then, though the run waited for longer than a week", async () => {
    const { home, Pam, Eve, Cal, Otto } = await company();
    const slow = limit("slow").replace("limits: {", "limits: { deadline: 20d,");
    await publish(slow.replace("steps:", "steps:\n  - { id: first, wait: 10d }"), Pam);
    const agent = await home.agent("an-agent", Cal.userId);
    const { run } = await startRun(agent, { workflow: "slow", inputs: { to: "67700" } }, gateway);
    await workOff();
    for (const { userId } of [Pam, Eve])
      await owner`UPDATE agents SET on_behalf_of_user_id = ${userId} WHERE id = ${agent.agentId}`;
    await letWaitEnd(run.id, "first", home.tenantId);
    // That was long ago: its row has whom it spoke for before, and when that changed.
    await world.superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`
        UPDATE agents SET principal_changed_at = clock_timestamp() - interval '9 days', former_principals = '{}'
        WHERE id = ${agent.agentId}`;
    });
    await workOff();
    await expectAuthor(Cal, await newestProposal(home.tenantId), Otto);
  });
  test("whoever began the run that it goes on from and chose its inputs, of an edited version as well", async () => {
    const { home, Eve, Cal, Otto } = await company();
    const { run } = await startRun(Eve, { workflow: "limit", inputs: { to: "68000" } }, gateway);
    await cancelRun(Eve, run.id, gateway);
    await rerun(Otto, run.id, gateway);
    await workOff();
    const first = await newestProposal(home.tenantId);
    await amendmentsOf(world).edit(first, { changes: [{ field: "creditlimit", to: 68_100 }] }, Otto);
    await expectAuthor(Eve, await newestProposal(home.tenantId), Cal);
  });
  test("whoever made a key of the agent whose action's event began it, whom it speaks for, or had a hand in that action", async () => {
    const { home, Pam, Eve, Cal, Otto } = await company();
    await publish(
      limit("answer").replace(
        "inputs:",
        'on: { event: proposal.rejected, dedupe: "of ${{ event.id }}", inputs: { to: "61000" } }\ninputs:',
      ),
      Pam,
    );
    const agent = await home.agent("an-agent", Cal.userId);
    const Una = await home.person("Una", "admin");
    await owner`UPDATE memberships SET seasoned_until = NULL WHERE tenant_id = ${home.tenantId}`;
    await owner`
      UPDATE agents SET key_makers = ARRAY[${Eve.userId}, ${Una.userId}]::bigint[] WHERE id = ${agent.agentId}`;
    const answered = async (by = agent) => {
      const { proposal } = await world.propose(proposals.arNote(), by);
      await world.decide(Otto, proposal, { decision: "reject", comment: "No" });
      expect(await beginForEvent("proposal.rejected", home.tenantId, proposal.id, gateway)).toEqual({
        begun: 1,
      });
      await workOff();
      return newestProposal(home.tenantId);
    };
    for (const author of [Eve, Una]) await expectAuthor(author, await answered(), Otto);
    await owner`UPDATE agents SET on_behalf_of_user_id = ${Una.userId} WHERE id = ${agent.agentId}`;
    await expectAuthor(Cal, await answered({ ...agent, onBehalfOfUserId: Una.userId }), Otto);
  });
  test("whoever stored the version that the run follows, though somebody else published it, and nobody who stored another", async () => {
    const { home, Pam, Eve, Cal } = await company();
    const Una = await home.person("Una", "admin");
    await owner`UPDATE memberships SET seasoned_until = NULL WHERE tenant_id = ${home.tenantId}`;
    const evesText = limit("limit").replace("limits: {", "limits: { deadline: 2d,");
    await storeVersion(Eve, { source: evesText }, gateway);
    await storeVersion(Una, { source: evesText.replace("2d", "3d") }, gateway);
    await publish(evesText, Pam);
    await startRun(Cal, { workflow: "limit", inputs: { to: "69500" } }, gateway);
    await workOff();
    await expectAuthor(Eve, await newestProposal(home.tenantId), Una);
  });
  test("but nobody becomes an author of what another agent proposes under a run's key", async () => {
    const { home, Eve, Cal } = await company();
    const agent = await home.agent("an-agent", Cal.userId);
    const { run } = await startRun(Eve, { workflow: "limit", inputs: { to: "69000" } }, gateway);
    const { proposal } = await world.propose(proposals.creditLimit(), agent, `${run.id}:limit`);
    expect(await world.decide(Eve, proposal)).toMatchObject({ outcome: "claimed" });
  });
});
