import { expect, test } from "vitest";
import { findAgentKey } from "@/db/queries/people/identity";
import { formsOf } from "@/lib/auth/session/tokens";
import { createAgentSchema } from "@/lib/contract/people/agents";
import { proposals } from "@/lib/gateway/testing/proposals";
import type { StepUpPurpose } from "@/lib/core/access/step-up";
import { AGENT_LIMITS } from "@/lib/core/limits";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { changeAgent, revokeAgent, rotateAgentKey } from "./agent-changes";
import { createAgent } from "./create-agent";
import { listAgents } from "./list-agents";

const world = await useWorld();
const { gateway, owner, admin, approver, viewer } = world;

let agentCount = 0;
/** The administrator with a fresh second factor for the step. */
const by = (purpose: StepUpPurpose, subject: string | number) => steppedUp(owner, admin, purpose, subject);
const create = async (more: Record<string, unknown> = {}) => {
  const input = createAgentSchema.parse({ name: `agent-${++agentCount}`, ...more });
  return createAgent(await by("create_agent", input.name), input, gateway);
};
const rotate = async (id: number, graceHours: number) =>
  rotateAgentKey(await by("rotate_agent_key", id), { id, graceHours }, gateway);
const opens = async (key: string) =>
  (await findAgentKey(gateway.database.sql, formsOf("csa_", key))) !== null;

test("an agent's key is shown at its creation and stored as a hash only", async () => {
  const { agent, key } = await create({ on_behalf_of: approver.userId, pending_max: 5 });
  expect(await findAgentKey(gateway.database.sql, formsOf("csa_", key))).toMatchObject({
    agentId: agent.id,
    onBehalfOfUserId: approver.userId,
    pendingMax: 5,
  });
  const stored = await owner`SELECT to_jsonb(a)::text AS row FROM agents a WHERE id = ${agent.id}`;
  const event =
    await owner`SELECT body_text FROM events WHERE entity_type = 'agent' AND entity_id = ${agent.id}`;
  for (const text of [stored[0]!.row, event[0]!.body_text, JSON.stringify(await listAgents(admin, gateway))])
    expect(text).not.toContain(key);
  expect(key.startsWith(agent.key_prefix)).toBe(true);
});

test("the first use of a key is shown, to the minute, and not before", async () => {
  const { agent, key } = await create();
  expect(agent.last_used_at).toBeNull();
  await opens(key);
  const listed = (await listAgents(admin, gateway)).find((entry) => entry.id === agent.id)!;
  expect(Date.now() - Date.parse(listed.last_used_at!)).toBeLessThan(60_000);
});

test("a rotated key is dead at once, or after its grace, and a second rotation ends the grace of the first", async () => {
  const { agent, key: first } = await create();
  const { key: second } = await rotate(agent.id, 0);
  expect([await opens(first), await opens(second)]).toEqual([false, true]);
  const third = await rotate(agent.id, AGENT_LIMITS.graceHoursMax);
  expect(Date.parse(third.agent.previous_key_until!) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  expect([await opens(second), await opens(third.key)]).toEqual([true, true]);
  await owner`UPDATE agents SET previous_key_expires_at = now() WHERE id = ${agent.id}`;
  expect(await opens(second)).toBe(false);
  const { key: fourth } = await rotate(agent.id, 1);
  const { key: fifth } = await rotate(agent.id, 1);
  expect([await opens(third.key), await opens(fourth), await opens(fifth)]).toEqual([false, true, true]);
});

test("a revoked agent's keys open nothing, also the one in its grace, and a person still decides its proposals", async () => {
  const { agent, key: old } = await create();
  const proposer = (await findAgentKey(gateway.database.sql, formsOf("csa_", old)))!;
  const { proposal } = await world.propose(proposals.arNote(), proposer);
  const { key } = await rotate(agent.id, 24);
  const revoked = await revokeAgent(admin, agent.id, gateway);
  expect(revoked).toMatchObject({
    status: "revoked",
    pending: 1,
    last_change: { type: "agent.revoked", by: "Adam" },
  });
  expect([await opens(old), await opens(key)]).toEqual([false, false]);
  await expectRefusal(rotate(agent.id, 0), "not_live");
  expect(await world.decide(approver, proposal)).toMatchObject({ outcome: "claimed" });
});

test("a higher limit lets more through and needs a step-up, a lower one none", async () => {
  const { agent } = await create({ proposals_per_minute_max: 7, pending_max: 7 });
  await changeAgent(admin, { id: agent.id, proposals_per_minute_max: 6, pending_max: 6 }, gateway);
  for (const more of [{ pending_max: 7 }, { proposals_per_minute_max: 7 }])
    await expectRefusal(changeAgent(admin, { id: agent.id, ...more }, gateway), "session_required");
  const lower = await by("change_agent", `${agent.id}:7 waiting`);
  await expectRefusal(changeAgent(lower, { id: agent.id, pending_max: 700 }, gateway), "step_up_invalid");
  await changeAgent(
    await by("change_agent", `${agent.id}:7 waiting`),
    { id: agent.id, pending_max: 7 },
    gateway,
  );
});

test("limits and the person it speaks for hold from the next call on; unnamed ones are left unchanged", async () => {
  const { agent, key } = await create({ on_behalf_of: viewer.userId, proposals_per_minute_max: 7 });
  await changeAgent(admin, { id: agent.id, pending_max: 3 }, gateway);
  const findByKey = () => findAgentKey(gateway.database.sql, formsOf("csa_", key));
  expect(await findByKey()).toMatchObject({
    pendingMax: 3,
    proposalsPerMinuteMax: 7,
    onBehalfOfUserId: viewer.userId,
  });
  await changeAgent(
    await by("change_agent", `${agent.id}:for nobody`),
    { id: agent.id, on_behalf_of: null },
    gateway,
  );
  expect(await findByKey()).toMatchObject({ pendingMax: 3, onBehalfOfUserId: null });
});

test("an agent speaks for nobody of another tenant, nor for somebody who was revoked", async () => {
  const stranger = await (await world.addTenant()).person("Sal", "admin");
  await expectRefusal(create({ on_behalf_of: stranger.userId }), {
    code: "validation_failed",
    issues: [{ path: "on_behalf_of" }],
  });
  const leaver = await world.home.person("Lee", "viewer");
  await owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${leaver.userId}`;
  const { agent } = await create();
  await expectRefusal(
    changeAgent(admin, { id: agent.id, on_behalf_of: leaver.userId }, gateway),
    "validation_failed",
  );
});

test("a name is taken for good, another tenant's agent is not found, and only administrators come this far", async () => {
  const { agent } = await create();
  await revokeAgent(admin, agent.id, gateway);
  await expectRefusal(create({ name: agent.name }), "already_exists");
  const other = await (await world.addTenant()).agent("theirs");
  await expectRefusal(revokeAgent(admin, other.agentId, gateway), "not_found");
  for (const person of [approver, viewer]) {
    await expectRefusal(listAgents(person, gateway), "not_allowed");
    await expectRefusal(revokeAgent(person, agent.id, gateway), "not_allowed");
  }
});

test("of a workflow's agent nobody gets a key, and nobody changes whom it speaks for; its limits change", async () => {
  const { agent } = await create();
  await owner`
    WITH s AS (INSERT INTO workspaces (tenant_id, name) VALUES (${world.tenantId}, 'main') RETURNING id)
    INSERT INTO workflows (tenant_id, workspace_id, name, agent_id)
    SELECT ${world.tenantId}, s.id, 'reprice', ${agent.id} FROM s`;
  const refusal = {
    code: "agent_of_workflow" as const,
    message:
      "The runs of reprice propose as this agent: it has no key to hand out, and it speaks for whoever began the run.",
  };
  await expectRefusal(rotate(agent.id, 0), refusal);
  const change = await by("change_agent", `${agent.id}:for ${approver.userId}`);
  await expectRefusal(changeAgent(change, { id: agent.id, on_behalf_of: approver.userId }, gateway), refusal);
  expect(await changeAgent(admin, { id: agent.id, pending_max: 3 }, gateway)).toMatchObject({
    pending_max: 3,
    workflow: "reprice",
  });
});
