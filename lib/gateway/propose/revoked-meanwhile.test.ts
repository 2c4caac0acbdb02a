import { expect, test } from "vitest";
import { signForNotes } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { outcomeOf, untilWaiting } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { withdrawProposal } from "@/lib/gateway/amend/withdraw-proposal";
import { proposeForPerson } from "./propose-for-person";
import { ask } from "@/lib/interactions/ask";
import { cancelQuestion } from "@/lib/interactions/cancel";
import { proposalSchema } from "@/lib/contract/actions/proposal";
import { askSchema } from "@/lib/contract/interactions/interactions";

const world = await useWorld();
const { owner, gateway, approver } = world;
const question = askSchema.parse({
  interaction_type: "approval",
  request_data: { message: "Sure?" },
  responders: [{ user_id: approver.userId }],
});

/** The outcome of an agent's call where the agent is revoked while the call is under way. */
async function revokedDuring(
  call: (agent: Awaited<ReturnType<typeof world.home.agent>>) => Promise<unknown>,
  name: string,
) {
  const agent = await world.home.agent(name);
  const late = await owner.begin(async (tx) => {
    await tx`SELECT 1 FROM agents WHERE id = ${agent.agentId} FOR UPDATE`;
    const outcome = outcomeOf(call(agent));
    await untilWaiting(world.superuser, 1);
    await tx`UPDATE agents SET revoked_at = clock_timestamp() WHERE id = ${agent.agentId}`;
    return { outcome };
  });
  return { agent, ...(await late.outcome) };
}

test("a proposal that was on its way as its agent was revoked is not stored, and no standing authorisation approves it", async () => {
  await signForNotes(world, world.admin);
  const { agent, error } = await revokedDuring(
    (one) => world.propose(proposals.noteAttachment(), one),
    "revoked-proposing",
  );
  const rows = await owner`SELECT id, status FROM proposed_actions WHERE agent_id = ${agent.agentId}`;
  expect(rows).toEqual([]);
  expect(error).toMatchObject({ code: "unauthenticated", status: 401 });
});

test("a withdrawal that was on its way takes nothing back, and a cancellation ends no question", async () => {
  const agent = await world.home.agent("revoked-withdrawing");
  const { proposal } = await world.propose(proposals.arNote(), agent);
  const { interaction } = await ask(agent, question, null, gateway);
  const late = await owner.begin(async (tx) => {
    await tx`SELECT 1 FROM proposed_actions WHERE id = ${proposal.id} FOR UPDATE`;
    await tx`SELECT 1 FROM hil_interactions WHERE id = ${interaction.id} FOR UPDATE`;
    const outcomes = Promise.all([
      outcomeOf(withdrawProposal(agent, proposal.id, gateway)),
      outcomeOf(cancelQuestion(agent, interaction.id, gateway)),
    ]);
    await untilWaiting(world.superuser, 2);
    await tx`UPDATE agents SET revoked_at = clock_timestamp() WHERE id = ${agent.agentId}`;
    return { outcomes };
  });
  for (const { error } of await late.outcomes)
    expect(error).toMatchObject({ code: "unauthenticated", status: 401 });
  expect(await world.statusOf(proposal.id)).toBe("pending");
  const [asked] = await owner`SELECT status FROM hil_interactions WHERE id = ${interaction.id}`;
  expect(asked!.status).toBe("pending");
});

test("a question that was on its way is not asked", async () => {
  const { agent, error } = await revokedDuring((one) => ask(one, question, null, gateway), "revoked-asking");
  const rows = await owner`SELECT id FROM hil_interactions WHERE agent_id = ${agent.agentId}`;
  expect(rows).toEqual([]);
  expect(error).toMatchObject({ code: "unauthenticated", status: 401 });
});

test("a tool's proposal for somebody who was removed meanwhile is not stored", async () => {
  const agent = await world.home.agent("in-app-chat");
  const dan = await world.home.person("Dan", "approver");
  const late = await owner.begin(async (tx) => {
    await tx`SELECT 1 FROM agents WHERE id = ${agent.agentId} FOR UPDATE`;
    const input = proposalSchema.parse(proposals.arNote());
    const outcome = outcomeOf(proposeForPerson(dan, { input, idempotencyKey: "once" }, gateway));
    await untilWaiting(world.superuser, 1);
    await owner`UPDATE memberships SET revoked_at = clock_timestamp() WHERE user_id = ${dan.userId}`;
    return { outcome };
  });
  expect((await late.outcome).error).toMatchObject({ code: "unauthenticated", status: 401 });
  expect(await owner`SELECT id FROM proposed_actions WHERE agent_id = ${agent.agentId}`).toEqual([]);
});
