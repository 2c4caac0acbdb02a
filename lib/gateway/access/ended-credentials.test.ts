import { generateSync } from "otplib";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { findAgentKey } from "@/db/queries/people/identity";
import { sqlState } from "@/db/testing/rows";
import { newTotpSecret, openTotpSecret, sealTotpSecret } from "@/lib/auth/second-factor/totp";
import { formsOf } from "@/lib/auth/session/tokens";
import { hashPassword, verifyPassword } from "@/lib/auth/sign-in/password";
import { createAgentSchema } from "@/lib/contract/people/agents";
import type { Person } from "@/lib/core/access/principal";
import { beginSecondFactor } from "@/lib/gateway/access/account/begin-second-factor";
import { confirmSecondFactor } from "@/lib/gateway/access/account/confirm-second-factor";
import { createAgent } from "@/lib/gateway/access/agents/create-agent";
import { changeAgent, revokeAgent, rotateAgentKey } from "@/lib/gateway/access/agents/agent-changes";
import { issuePasswordLink } from "@/lib/gateway/access/people/issue-password-link";
import { mintEditToken } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** The database's role brings back nothing that has ended: no agent's key, password, authenticator app or NetSuite account. */

const world = await useWorld();
const { gateway, owner } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

/** Refused by a trigger, whatever the statement's rights are. */
const keptByTrigger = "CS001";
const asRole = (tenantId: number, statement: string) =>
  sqlState(
    app.begin(async (tx) => {
      await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
      await tx.unsafe(statement);
    }),
  );

async function company() {
  const home = await world.addTenant();
  const [ada, ben] = [await home.person("Ada", "admin"), await home.person("Ben", "approver")];
  await home.person("Cleo", "approver");
  return { tenantId: home.tenantId, ada, ben };
}
let agents = 0;
async function makeAgent(admin: Person, onBehalfOf: Person | null = null) {
  const input = createAgentSchema.parse({
    name: `agent-${++agents}`,
    on_behalf_of: onBehalfOf?.userId ?? null,
  });
  return createAgent(await steppedUp(owner, admin, "create_agent", input.name), input, gateway);
}
const rotate = async (admin: Person, id: number, graceHours: number) =>
  rotateAgentKey(await steppedUp(owner, admin, "rotate_agent_key", id), { id, graceHours }, gateway);
const ofKey = (key: string) => findAgentKey(gateway.database.sql, formsOf("csa_", key));
const hashOf = async (id: number) => {
  const [row] = await owner<{ hash: string }[]>`SELECT key_hash AS hash FROM agents WHERE id = ${id}`;
  return row!.hash;
};

test("a key is one agent's for good: no other one takes it over, in any spelling, also when its own has another by now", async () => {
  const { tenantId, ada, ben } = await company();
  const { agent, key } = await makeAgent(ada);
  const { agent: other } = await makeAgent(ada);
  const hash = await hashOf(agent.id);
  const insert = (spelling: string) => `
    INSERT INTO agents (tenant_id, name, key_hash, key_prefix, key_makers)
    VALUES (${tenantId}, 'puppet', '${spelling}', 'csa_', ARRAY[${ben.userId}]::bigint[])`;
  const elsewhere = `UPDATE agents SET key_hash = 'x' WHERE id = ${agent.id}`;
  for (const spelling of [hash, hash.split(".")[1]!]) {
    expect(await asRole(tenantId, `${elsewhere}; ${insert(spelling)}`)).toBe(keptByTrigger);
    expect(
      await asRole(
        tenantId,
        `${elsewhere}; UPDATE agents SET key_hash = '${spelling}' WHERE id = ${other.id}`,
      ),
    ).toBe(keptByTrigger);
    const asEarlier = `UPDATE agents SET previous_key_hash = '${spelling}',
      previous_key_expires_at = now() + interval '1 day' WHERE id = ${other.id}`;
    expect(await asRole(tenantId, `${elsewhere}; ${asEarlier}`)).toBe(keptByTrigger);
  }
  expect(await ofKey(key)).toMatchObject({ agentId: agent.id });
});

test("a key that was replaced stays replaced, its grace grows no longer, and a revoked agent stays revoked", async () => {
  const { tenantId, ada } = await company();
  const { agent, key: first } = await makeAgent(ada);
  const former = await hashOf(agent.id);
  await rotate(ada, agent.id, 0);
  expect(await asRole(tenantId, `UPDATE agents SET key_hash = '${former}' WHERE id = ${agent.id}`)).toBe(
    keptByTrigger,
  );
  const { key: third } = await rotate(ada, agent.id, 1);
  const { key: fourth } = await rotate(ada, agent.id, 1);
  for (const sets of [
    "previous_key_expires_at = now() + interval '30 days'",
    `previous_key_hash = '${former}'`,
    "key_hash = previous_key_hash, previous_key_hash = NULL, previous_key_expires_at = NULL",
  ])
    expect(await asRole(tenantId, `UPDATE agents SET ${sets} WHERE id = ${agent.id}`), sets).toBe(
      keptByTrigger,
    );
  expect([await ofKey(first), await ofKey(third)]).toEqual([null, expect.objectContaining({})]);
  await revokeAgent(ada, agent.id, gateway);
  expect(await asRole(tenantId, `UPDATE agents SET revoked_at = NULL WHERE id = ${agent.id}`)).toBe(
    keptByTrigger,
  );
  expect(await ofKey(fourth)).toBeNull();
});

test("a key stays where it is also for a session that reads backslashes in another way", async () => {
  const { tenantId, ada, ben } = await company();
  const { agent, key } = await makeAgent(ada, ada);
  const hash = await hashOf(agent.id);
  expect(await asRole(tenantId, `UPDATE agents SET key_hash = 'x' || id WHERE id = ${agent.id}`)).toBeNull();
  const escaping = "SET LOCAL standard_conforming_strings = off";
  const insert = `INSERT INTO agents (tenant_id, name, key_hash, key_prefix, key_makers)
    VALUES (${tenantId}, 'puppet', '${hash}', 'csa_', ARRAY[${ben.userId}]::bigint[])`;
  expect(await asRole(tenantId, `${escaping}; ${insert}`)).toBe(keptByTrigger);
  expect(await ofKey(key)).toBeNull();
});

test("whom an agent spoke for a moment ago is an author of what it proposes, though it speaks for nobody now", async () => {
  const { tenantId, ada, ben } = await company();
  const { agent, key } = await makeAgent(ada, ben);
  const sets = (person: string) =>
    `UPDATE agents SET on_behalf_of_user_id = ${person} WHERE id = ${agent.id}`;
  expect(await asRole(tenantId, sets("NULL"))).toBeNull();
  const { proposal } = await world.propose(proposals.creditLimit(), (await ofKey(key))!);
  expect(await asRole(tenantId, sets(String(ben.userId)))).toBeNull();
  expect(proposal.risk_level).toBe(4);
  const message = expect.stringContaining("spoke for you until a few days ago") as string;
  await expectRefusal(world.decide(ben, proposal), { code: "own_proposal", message });
  const [row] =
    await owner`SELECT on_behalf_of_user_id AS person FROM proposed_actions WHERE id = ${proposal.id}`;
  expect(row!.person).toBeNull();
});

test("an agent that was given to somebody else a week ago is theirs alone", async () => {
  const { ada, ben } = await company();
  const { agent, key } = await makeAgent(ada, ben);
  const step = await steppedUp(owner, ada, "change_agent", `${agent.id}:for ${ada.userId}`);
  await changeAgent(step, { id: agent.id, on_behalf_of: ada.userId }, gateway);
  const propose = async () => (await world.propose(proposals.creditLimit(), (await ofKey(key))!)).proposal;
  await expectRefusal(world.decide(ben, await propose()), "own_proposal");
  const tx = owner;
  await tx`ALTER TABLE agents DISABLE TRIGGER agents_guard`;
  await tx`UPDATE agents SET principal_changed_at = now() - interval '8 days' WHERE id = ${agent.id}`;
  await tx`ALTER TABLE agents ENABLE TRIGGER agents_guard`;
  expect(await world.decide(ben, await propose())).toMatchObject({ outcome: "claimed" });
});

/** The sealed password and authenticator secret that the person has from here on. */
async function giveCredentials(userId: number, password: string): Promise<[string, string]> {
  const [hash, secret] = [await hashPassword(userId, password), sealTotpSecret(userId, newTotpSecret())];
  await owner`UPDATE users SET password_hash = ${hash}, totp_secret_encrypted = ${secret} WHERE id = ${userId}`;
  return [hash, secret];
}

test("a password and an authenticator app from before do not come back, and nobody's are forgotten by taking them away", async () => {
  const { tenantId, ada, ben } = await company();
  const { userId } = ben;
  const [old, secret] = await giveCredentials(userId, "the one before");
  const sets = (what: string) => asRole(tenantId, `UPDATE users SET ${what} WHERE id = ${userId}`);
  const next = await hashPassword(userId, "the present one");
  expect(await sets(`password_hash = '${next}', totp_secret_encrypted = NULL`)).toBeNull();
  expect(await sets(`password_hash = '${old}'`)).toBe(keptByTrigger);
  expect(await sets(`totp_secret_encrypted = '${secret}'`)).toBe(keptByTrigger);
  expect(await verifyPassword("the one before", { userId, passwordHash: next })).toBe(false);
  // The list itself is nobody's to write.
  expect(await sets("former_credentials = '{}'")).toBe("42501");

  expect(await sets("password_hash = NULL")).toBeNull();
  const step = await steppedUp(owner, ada, "issue_password_link", userId);
  await issuePasswordLink(step, userId, gateway);
  const [link] =
    await owner`SELECT recovers FROM password_links WHERE user_id = ${userId} AND used_at IS NULL`;
  expect(link).toEqual({ recovers: true });
});

test("an earlier box opens nothing in another spelling", async () => {
  const { tenantId, ben } = await company();
  const { userId } = ben;
  const [old, secret] = await giveCredentials(userId, "the one before");
  await owner`UPDATE users SET password_hash = NULL, totp_secret_encrypted = NULL WHERE id = ${userId}`;
  for (const more of [" ", "=", "\n"]) {
    const [passwordHash, sealed] = [old + more, secret + more];
    const sets = `password_hash = '${passwordHash}', totp_secret_encrypted = '${sealed}'`;
    expect(await asRole(tenantId, `UPDATE users SET ${sets} WHERE id = ${userId}`)).toBeNull();
    expect(await verifyPassword("the one before", { userId, passwordHash })).toBe(false);
    expect(() => openTotpSecret(userId, sealed)).toThrow("not a sealed secret of ours");
  }
});

test("an authenticator app that is set up in the place of one that the role took away keeps its person from L4 and L5 for a day", async () => {
  const { tenantId, ada, ben } = await company();
  const { userId } = ben;
  await giveCredentials(userId, "three unrelated words");
  await asRole(tenantId, `UPDATE users SET totp_secret_encrypted = NULL WHERE id = ${userId}`);
  const { secret, enrolment } = await beginSecondFactor(ben, "three unrelated words", gateway);
  const code = generateSync({ secret, epoch: gateway.clock.now().getTime() / 1_000 });
  await confirmSecondFactor(ben, { enrolment, code, currentCode: undefined }, gateway);
  const [mark] =
    await owner`SELECT recovered_at IS NOT NULL AS marked, recovered_by_user_id::int AS by FROM memberships
    WHERE tenant_id = ${tenantId} AND user_id = ${userId}`;
  expect(mark).toEqual({ marked: true, by: userId });
  for (const input of [proposals.creditLimit(), proposals.creditRevoke()]) {
    // One each: both ask for a value of one limit.
    const agent = (await ofKey((await makeAgent(ada)).key))!;
    const { proposal } = await world.propose(input, agent);
    const editToken = await mintEditToken(world, ben, proposal);
    await expectRefusal(world.decide(ben, proposal, { editToken }), "recently_recovered");
  }
});

test("a NetSuite account out of use does not become the present one: by its row, nor by a copy of its credentials", async () => {
  const { tenantId } = await company();
  const insert = (sealed: string) => `
    INSERT INTO netsuite_accounts (tenant_id, strategy, account, key_prefix, sealed, set_by_label)
    VALUES (${tenantId}, 'tba', '1234567', 'abc', '${sealed}', 'Ada')`;
  const end = `UPDATE netsuite_accounts SET ended_at = now() WHERE ended_at IS NULL`;
  expect(await asRole(tenantId, `${insert("box-1")}; ${end}; ${insert("box-2")}`)).toBeNull();
  const swap = `${end}; UPDATE netsuite_accounts SET ended_at = NULL WHERE sealed = 'box-1'`;
  const blanked = `UPDATE netsuite_accounts SET sealed = NULL WHERE sealed = 'box-1'`;
  for (const statement of [
    swap,
    `${end}; ${insert("box-1")}`,
    `UPDATE netsuite_accounts SET sealed = 'box-1' WHERE ended_at IS NULL`,
    `${blanked}; ${end}; ${insert("box-1")}`,
  ])
    expect(await asRole(tenantId, statement), statement).toBe(keptByTrigger);
  expect(await asRole(tenantId, blanked)).toBeNull();
});
