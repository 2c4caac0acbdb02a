import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Role } from "@/lib/core/access/principal";
import { redeemPasswordLink } from "@/lib/gateway/access/account/redeem-password-link";
import { setKillSwitch } from "@/lib/gateway/controls/set-kill-switch";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { verifyLedger } from "@/lib/gateway/ledger/verify-ledger";
import { addPerson } from "./add-person";
import { changeRole, endSessions, resetSecondFactor, restorePerson, revokePerson } from "./person-changes";
import { issuePasswordLink } from "./issue-password-link";
import { listPeople } from "./list-people";

const world = await useWorld();

const newcomer = (role: Role = "approver") => ({
  name: "Nia Okafor",
  email: `nia-${randomUUID().slice(0, 8)}@acme.test`,
  role,
});
const tokenOf = ({ link }: { link: string }) => link.split("#")[1]!;
const refusal = (code: string) => expect.objectContaining({ name: "AppError", code });
const eventsOf = async (userId: number) => {
  const rows = await world.owner<{ event_type: string; actor_label: string }[]>`
    SELECT event_type, actor_label FROM events WHERE entity_type = 'person' AND entity_id = ${userId} ORDER BY seq`;
  return rows.map((row) => `${row.event_type} by ${row.actor_label}`);
};

test("whoever is added sets a password once by the link, and nobody does with the same link again", async () => {
  const { person, password_link } = await addPerson(world.admin, newcomer(), world.gateway);
  expect(person).toMatchObject({ role: "approver", status: "active", password_set: false });
  const token = tokenOf(password_link!);
  const password = "three unrelated words";
  await expect(redeemPasswordLink({ token, password: "short" }, world.gateway)).rejects.toEqual(
    refusal("validation_failed"),
  );
  // Several browsers at once; one wins.
  const all = await Promise.allSettled(
    Array.from({ length: 4 }, () => redeemPasswordLink({ token, password }, world.gateway)),
  );
  expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  await expect(redeemPasswordLink({ token, password }, world.gateway)).rejects.toEqual(refusal("expired"));
  const [row] = await world.owner`SELECT token_hash FROM password_links WHERE user_id = ${person.id}`;
  expect(row!.token_hash).not.toContain(token);
  expect(await eventsOf(person.id)).toEqual(["person.added by Adam", "person.password_set by Nia Okafor"]);
});

test("a link stops with its time, with a newer one and with the membership", async () => {
  const { person, password_link } = await addPerson(world.admin, newcomer(), world.gateway);
  const first = tokenOf(password_link!);
  const second = tokenOf(await issuePasswordLink(world.admin, person.id, world.gateway));
  const password = "three unrelated words";
  await expect(redeemPasswordLink({ token: first, password }, world.gateway)).rejects.toEqual(
    refusal("expired"),
  );
  await world.owner`UPDATE password_links SET expires_at = now() WHERE user_id = ${person.id}`;
  await expect(redeemPasswordLink({ token: second, password }, world.gateway)).rejects.toEqual(
    refusal("expired"),
  );
  const third = tokenOf(await issuePasswordLink(world.admin, person.id, world.gateway));
  await revokePerson(world.admin, person.id, world.gateway);
  await restorePerson(world.admin, person.id, world.gateway);
  await expect(redeemPasswordLink({ token: third, password }, world.gateway)).rejects.toEqual(
    refusal("expired"),
  );
});

test("an address that is known, here or elsewhere, is not added again", async () => {
  const input = newcomer();
  await addPerson(world.admin, input, world.gateway);
  await expect(addPerson(world.admin, input, world.gateway)).rejects.toMatchObject({
    code: "already_exists",
    issues: [{ path: "email" }],
  });
  const elsewhere = await (await world.addTenant()).person("Eve", "admin");
  await expect(
    addPerson(world.admin, { ...newcomer(), email: elsewhere.email }, world.gateway),
  ).rejects.toEqual(refusal("already_exists"));
  expect((await listPeople(world.admin, world.gateway)).map((person) => person.email)).not.toContain(
    elsewhere.email,
  );
});

test("the credentials of somebody whom another tenant knows too are not this administrator's to reset", async () => {
  const { person } = await addPerson(world.admin, newcomer(), world.gateway);
  const other = await world.addTenant();
  await world.owner`INSERT INTO memberships (tenant_id, user_id, role, revoked_at) VALUES (${other.tenantId}, ${person.id}, 'viewer', now())`;
  await expect(issuePasswordLink(world.admin, person.id, world.gateway)).rejects.toEqual(
    refusal("not_allowed"),
  );
  await expect(resetSecondFactor(world.admin, person.id, world.gateway)).rejects.toEqual(
    refusal("not_allowed"),
  );
});

test("revoking ends tokens, sessions, step-ups and signatures; restoring brings back none of them", async () => {
  const { person } = await addPerson(world.admin, newcomer("admin"), world.gateway);
  const { owner, tenantId } = world;
  await owner`INSERT INTO personal_tokens (tenant_id, user_id, name, token_hash) VALUES (${tenantId}, ${person.id}, 't', ${randomUUID()})`;
  await owner`INSERT INTO sessions (user_id, tenant_id, session_version, via, expires_at)
    VALUES (${person.id}, ${tenantId}, 1, 'password', now() + interval '1 hour')`;
  await owner`INSERT INTO standing_authorisations (tenant_id, action_types, risk_level_max, per_day_max, policy_version, signed_by_user_id,
      signed_by_label, expires_at) VALUES (${tenantId}, ARRAY['ar_note'], 1, 1, 1, ${person.id}, 'Nia', now() + interval '1 day')`;
  const live = async () =>
    (await listPeople(world.admin, world.gateway)).find((entry) => entry.id === person.id)!;
  expect(await live()).toMatchObject({ live_sessions: 1, live_tokens: 1 });
  await revokePerson(world.admin, person.id, world.gateway);
  expect(await live()).toMatchObject({ status: "revoked", live_sessions: 0, live_tokens: 0 });
  const restored = await restorePerson(world.admin, person.id, world.gateway);
  expect(restored).toMatchObject({ status: "active", role: "admin", live_sessions: 0, live_tokens: 0 });
  const [signed] =
    await owner`SELECT count(*)::int AS live FROM standing_authorisations WHERE signed_by_user_id = ${person.id} AND revoked_at IS NULL`;
  expect(signed!.live).toBe(0);
  expect(restored.last_change).toMatchObject({ type: "person.restored", by: "Adam" });
});

test("nobody changes their own standing, and only administrators change anybody's", async () => {
  const { person } = await addPerson(world.admin, newcomer("viewer"), world.gateway);
  await expect(
    changeRole(world.admin, { id: world.admin.userId, role: "viewer" }, world.gateway),
  ).rejects.toEqual(refusal("not_allowed"));
  await expect(revokePerson(world.admin, world.admin.userId, world.gateway)).rejects.toEqual(
    refusal("not_allowed"),
  );
  await expect(issuePasswordLink(world.admin, world.admin.userId, world.gateway)).rejects.toEqual(
    refusal("not_allowed"),
  );
  for (const other of [world.approver, world.viewer]) {
    for (const attempt of [
      () => listPeople(other, world.gateway),
      () => addPerson(other, newcomer(), world.gateway),
      () => changeRole(other, { id: person.id, role: "admin" }, world.gateway),
      () => revokePerson(other, person.id, world.gateway),
      () => endSessions(other, person.id, world.gateway),
      () => issuePasswordLink(other, person.id, world.gateway),
    ])
      await expect(attempt()).rejects.toEqual(refusal("not_allowed"));
  }
});

test("another tenant's person is not found", async () => {
  const stranger = await (await world.addTenant()).person("Sal", "viewer");
  for (const attempt of [
    () => changeRole(world.admin, { id: stranger.userId, role: "admin" }, world.gateway),
    () => revokePerson(world.admin, stranger.userId, world.gateway),
    () => restorePerson(world.admin, stranger.userId, world.gateway),
    () => endSessions(world.admin, stranger.userId, world.gateway),
    () => issuePasswordLink(world.admin, stranger.userId, world.gateway),
  ])
    await expect(attempt()).rejects.toEqual(refusal("not_found"));
});

test("of two administrators who demote and revoke each other at once, one stays an administrator", async () => {
  for (let round = 0; round < 5; round++) {
    const home = await world.addTenant();
    const [one, two] = [await home.person("One", "admin"), await home.person("Two", "admin")];
    const settled = await Promise.allSettled([
      changeRole(one, { id: two.userId, role: "viewer" }, world.gateway),
      revokePerson(two, one.userId, world.gateway),
    ]);
    expect(settled.filter((each) => each.status === "fulfilled")).toHaveLength(1);
    const left = await world.owner`
      SELECT user_id FROM memberships WHERE tenant_id = ${home.tenantId} AND role = 'admin' AND revoked_at IS NULL`;
    expect(left).toHaveLength(1);
  }
});

test("the last administrator is neither revoked nor demoted, also where the other one's account is disabled", async () => {
  const home = await world.addTenant();
  const [last, disabled] = [await home.person("Last", "admin"), await home.person("Gone", "admin")];
  const demote = () => changeRole(last, { id: last.userId, role: "viewer" }, world.gateway);
  await expect(demote()).rejects.toEqual(refusal("not_allowed"));
  await world.owner`UPDATE users SET disabled_at = now() WHERE id = ${disabled.userId}`;
  await expect(demote()).rejects.toEqual(refusal("last_admin"));
  await expect(revokePerson(last, last.userId, world.gateway)).rejects.toEqual(refusal("last_admin"));
  await expect(revokePerson(disabled, last.userId, world.gateway)).rejects.toEqual(refusal("not_allowed"));
  expect((await listPeople(last, world.gateway)).find((person) => person.id === last.userId)).toMatchObject({
    role: "admin",
    status: "active",
  });
});

test("the ledger verifies these chains, beside the switches', and finds one changed word in them", async () => {
  await setKillSwitch(world.admin, { name: "high_risk_ops", engaged: true, reason: "look" }, world.gateway);
  const before = await verifyLedger(world.admin, world.gateway);
  expect(before).toMatchObject({ intact: true, faults: [] });
  const { person } = await addPerson(world.admin, newcomer(), world.gateway);
  await changeRole(world.admin, { id: person.id, role: "viewer" }, world.gateway);
  const after = await verifyLedger(world.admin, world.gateway);
  expect(after.chains).toBe(before.chains + 1);
  expect(after.events).toBe(before.events + 2);
  await world.owner.begin(async (tx) => {
    await tx`ALTER TABLE events DISABLE TRIGGER USER`;
    await tx`UPDATE events SET body_text = replace(body_text, 'viewer', 'admin') WHERE entity_type = 'person' AND entity_id = ${person.id} AND seq = 2`;
    await tx`ALTER TABLE events ENABLE TRIGGER USER`;
  });
  const broken = await verifyLedger(world.admin, world.gateway);
  expect(broken.faults).toEqual([
    { entity_type: "person", entity_id: person.id, seq: 2, kind: "wrong_hash" },
  ]);
});
