import { expect, test } from "vitest";
import { putPolicyInForce } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { bulkDecide } from "./bulk-decide";

/** The marks that a decision leaves for good: its claim token and the policy it was made under. */

const world = await useWorld();
const { approver: ana, admin: adam, gateway, owner } = world;

const propose = async (by = world.agent) => (await world.propose(proposals.arNote(), by)).proposal;

test("every claim leaves a token of its own on its row, at the same moment and in bulk too, and no later call changes it", async () => {
  const rows: Awaited<ReturnType<typeof propose>>[] = [];
  for (let index = 0; index < 12; index += 1) rows.push(await propose());
  const items = rows.slice(8).map(({ id, payload_hash }) => ({ id, payload_hash }));
  const decision = (index: number) => (index % 2 === 0 ? "approve" : "reject");
  await Promise.all([
    ...rows.slice(0, 8).map((row, index) => world.decide(ana, row, { decision: decision(index) })),
    bulkDecide(adam, { decision: "approve", items }, gateway),
  ]);
  const tokens = async () => {
    const found = await owner<{ token: string }[]>`
      SELECT claim_token AS token FROM proposed_actions WHERE id = ANY (${rows.map(({ id }) => id)}) ORDER BY id`;
    return found.map(({ token }) => token);
  };
  const first = await tokens();
  expect(first).toEqual(rows.map(() => expect.stringMatching(/^[0-9a-f-]{36}$/)));
  expect(new Set(first).size).toBe(rows.length);
  for (const [index, row] of rows.slice(0, 8).entries())
    await world.decide(ana, row, { decision: decision(index) });
  expect(await tokens()).toEqual(first);
});

test("a person's decision is kept with the version, hash and rule of the policy it was made under, whatever is published later", async () => {
  const { tenantId, person, agent } = await world.addTenant();
  const [boss, hand] = [await person("Bo", "admin"), await agent("agent")];
  const decidedAt = async (version: number, decision: "approve" | "reject") => {
    const proposal = await propose(hand);
    await world.decide(boss, proposal, { decision });
    const [policy] =
      await owner`SELECT hash FROM policies WHERE tenant_id = ${tenantId} AND version = ${version}`;
    const rule = expect.stringMatching(/\w/);
    return { id: proposal.id, decision, policy: { version, hash: policy!.hash as string, rule } };
  };
  const first = [await decidedAt(1, "approve"), await decidedAt(1, "reject")];
  await putPolicyInForce(world, tenantId, (text) => `${text}\n// The same rules, read again.\n`);
  const all = [...first, await decidedAt(2, "approve"), await decidedAt(2, "reject")];
  for (const { id, decision, policy } of all) {
    const [row] = await owner`
      SELECT decision, actor_kind, actor_user_id, policy_version, policy_hash, policy_rule FROM decisions
      WHERE action_id = ${id}`;
    expect(row).toEqual({
      decision,
      actor_kind: "person",
      actor_user_id: boss.userId,
      policy_version: policy.version,
      policy_hash: policy.hash,
      policy_rule: policy.rule,
    });
    const [event] = await owner<{ kept: unknown }[]>`
      SELECT body_text::jsonb #> '{details,policy}' AS kept FROM events
      WHERE entity_id = ${id} AND event_type IN ('hitl.approved', 'hitl.rejected')`;
    expect(event!.kept).toEqual(policy);
  }
});
