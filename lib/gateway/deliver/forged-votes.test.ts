import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import type { Person } from "@/lib/core/access/principal";
import { changeRole } from "@/lib/gateway/access/people/role-changes";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { pushRequestsOf } from "@/lib/gateway/deliver/push-request";
import { mintEditToken } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { addPuppet } from "@/lib/gateway/testing/puppet";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Votes that the database's role gives in somebody's name, beside genuine ones: none of them helps a write to leave. */

const world = await useWorld();
const { gateway, owner } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
const asRole = <T>(tenantId: number, work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    return work(tx);
  }) as Promise<T>;

/** An L5 that two must approve. Ada is its author, and its puppet has been in office for a day. */
async function company() {
  const home = await world.addTenant();
  const { tenantId } = home;
  const [ada, ben] = [await home.person("Ada", "admin"), await home.person("Ben", "approver")];
  const agent = await home.agent("an-agent");
  await owner`UPDATE agents SET key_makers = ARRAY[${ada.userId}::bigint] WHERE id = ${agent.agentId}`;
  const puppet = await addPuppet(world, ada, "approver");
  await owner`
    UPDATE memberships SET in_office_since = in_office_since - interval '25 hours' WHERE tenant_id = ${tenantId}`;
  const { proposal } = await world.propose(proposals.bigCreditRevoke(), agent);
  expect(proposal.risk_level).toBe(5);
  const approve = async (person: Person) =>
    world.decide(person, proposal, { editToken: await mintEditToken(world, person, proposal) });
  return { tenantId, ada, ben, puppet, proposal, approve };
}

/** A call of the claim in this person's name, with an edit token of the role's own making and no seal. */
const claimAs = (person: Person, actionId: number) =>
  asRole(person.tenantId, async (tx) => {
    const { tenantId, userId, name } = person;
    const [a] = await tx`SELECT * FROM proposed_actions WHERE id = ${actionId}`;
    await tx`INSERT INTO edit_tokens (tenant_id, user_id, action_id, payload_hash, decision, token_hash, expires_at)
      VALUES (${tenantId}, ${userId}, ${actionId}, ${a!.payload_hash}, 'approve', ${`made-up-${actionId}`},
        now() + interval '1 minute')`;
    const pushes = pushRequestsOf({
      tenantId,
      actionId,
      payloadText: a!.payload_text as string,
      payloadHash: a!.payload_hash as string,
      customerRef: a!.customer_ref as string,
    });
    const [seen] = await tx`
      SELECT words_in_force(${tenantId}) AS words, (SELECT max(version) FROM threshold_versions) AS version`;
    const [row] = await tx`SELECT * FROM decide_action(${tx.json({
      tenant_id: tenantId,
      action_id: actionId,
      decision: "approve",
      payload_hash: a!.payload_hash,
      risk_level: a!.risk_level,
      actor_kind: "person",
      actor_user_id: userId,
      actor_label: name,
      comment: null,
      channel: "api",
      confirmed: true,
      edit_token_forms: [`made-up-${actionId}`],
      policy: { version: a!.policy_version, hash: a!.policy_hash, rule: a!.policy_rule },
      required_approvals: 2,
      requires_step_up: true,
      seal: "none",
      thresholds_version: seen!.version,
      words_seen: seen!.words,
      switches_seen: [],
      switches_from_environment: [],
      pushes: pushes as never,
    } as never)})`;
    return row!;
  });

async function expectUnsent(tenantId: number, actionId: number): Promise<void> {
  const [push] = await owner<
    { id: number }[]
  >`SELECT id FROM ns_pending_pushes WHERE action_id = ${actionId}`;
  expect(await pushLine(tenantId, push!.id, gateway)).toEqual({ outcome: "dead" });
  const [row] =
    await owner`SELECT last_error_json ->> 'code' AS code FROM ns_pending_pushes WHERE id = ${push!.id}`;
  expect(row!.code).toBe("APPROVAL_UNPROVEN");
}

test("two votes of one party, each with its seal, and a claim without one: nothing is sent", async () => {
  const { tenantId, ada, ben, puppet, proposal, approve } = await company();
  expect(await approve(puppet)).toMatchObject({ outcome: "vote_recorded", required_approvals: 2 });
  await expectRefusal(approve(ada), "not_independent");
  await changeRole(ada, { id: puppet.userId, role: "viewer" }, gateway);
  expect(await approve(ada)).toMatchObject({ outcome: "vote_recorded" });
  expect(await claimAs(ben, proposal.id)).toMatchObject({ outcome: "claimed" });
  await expectUnsent(tenantId, proposal.id);
});

test("a forged vote between two genuine ones: nothing is sent", async () => {
  const { tenantId, ada, ben, puppet, proposal, approve } = await company();
  expect(await approve(puppet)).toMatchObject({ outcome: "vote_recorded" });
  await changeRole(ada, { id: puppet.userId, role: "viewer" }, gateway);
  expect(await claimAs(ben, proposal.id)).toMatchObject({ outcome: "vote_recorded" });
  expect(await approve(ada)).toMatchObject({ outcome: "claimed" });
  await expectUnsent(tenantId, proposal.id);
});

test("one person's sealed vote under two spellings of their number is one: nothing is sent", async () => {
  const { tenantId, ada, ben, proposal, approve } = await company();
  expect(await approve(ada)).toMatchObject({ outcome: "vote_recorded" });
  await asRole(tenantId, async (tx) => {
    const [vote] = await tx<{ details: object }[]>`SELECT body_text::jsonb -> 'details' AS details FROM events
      WHERE entity_type = 'proposed_action' AND entity_id = ${proposal.id} AND event_type = 'hitl.vote_recorded'`;
    const twin = { ...vote!.details, user_id: String(ada.userId) };
    await tx`SELECT append_event(${tenantId}, 'proposed_action', ${proposal.id}, 'hitl.vote_recorded', 'person', 'Ada',
      ${tx.json(twin)})`;
  });
  expect(await claimAs(ben, proposal.id)).toMatchObject({ outcome: "claimed" });
  await expectUnsent(tenantId, proposal.id);
});
