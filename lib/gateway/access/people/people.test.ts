import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Role } from "@/lib/core/access/principal";
import type { StepUpPurpose } from "@/lib/core/access/step-up";
import { redeemPasswordLink } from "@/lib/gateway/access/account/redeem-password-link";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { expectRefusal, pastEveryGuard } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { addPerson } from "./add-person";
import { endSessions, resetSecondFactor, revokePerson } from "./person-changes";
import { changeRole, restorePerson } from "./role-changes";
import { issuePasswordLink } from "./issue-password-link";
import { listPeople } from "./list-people";

const world = await useWorld();
const { gateway, admin } = world;

const newcomer = (role: Role = "approver") => ({
  name: "Nia Okafor",
  email: `nia-${randomUUID().slice(0, 8)}@acme.test`,
  role,
});
/** The administrator with a fresh second factor for the step. */
const by = (purpose: StepUpPurpose, subject: string | number) =>
  steppedUp(world.owner, admin, purpose, subject);
const add = async (input: ReturnType<typeof newcomer>) =>
  addPerson(await by("add_person", `${input.email}:${input.role}`), input, gateway);
const linkFor = async (id: number) => issuePasswordLink(await by("issue_password_link", id), id, gateway);
const restore = async (id: number) => restorePerson(await by("restore_person", id), id, gateway);
const tokenOf = ({ link }: { link: string }) => link.split("#")[1]!;
const eventsOf = async (userId: number) => {
  const rows = await world.owner<{ event_type: string; actor_label: string }[]>`
    SELECT event_type, actor_label FROM events WHERE entity_type = 'person' AND entity_id = ${userId} ORDER BY seq`;
  return rows.map((row) => `${row.event_type} by ${row.actor_label}`);
};

test("a new person sets a password once by the link, and nobody does with the same link again", async () => {
  const { person, password_link } = await add(newcomer());
  expect(person).toMatchObject({ role: "approver", status: "active", password_set: false });
  const token = tokenOf(password_link!);
  const password = "three unrelated words";
  await expectRefusal(redeemPasswordLink({ token, password: "short" }, gateway), "validation_failed");
  // Several browsers at once; one wins.
  const all = await Promise.allSettled(
    Array.from({ length: 4 }, () => redeemPasswordLink({ token, password }, gateway)),
  );
  expect(all.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  await expectRefusal(redeemPasswordLink({ token, password }, gateway), "expired");
  const [row] = await world.owner`SELECT token_hash FROM password_links WHERE user_id = ${person.id}`;
  expect(row!.token_hash).not.toContain(token);
  expect(await eventsOf(person.id)).toEqual(["person.added by Adam", "person.password_set by Nia Okafor"]);
});

test("a link stops with its time, with a newer one and with the membership", async () => {
  const { person, password_link } = await add(newcomer());
  const first = tokenOf(password_link!);
  const second = tokenOf(await linkFor(person.id));
  const password = "three unrelated words";
  await expectRefusal(redeemPasswordLink({ token: first, password }, gateway), "expired");
  await world.owner`UPDATE password_links SET expires_at = now() WHERE user_id = ${person.id}`;
  await expectRefusal(redeemPasswordLink({ token: second, password }, gateway), "expired");
  const third = tokenOf(await linkFor(person.id));
  await revokePerson(admin, person.id, gateway);
  await restore(person.id);
  await expectRefusal(redeemPasswordLink({ token: third, password }, gateway), "expired");
});

test("an address that is known, here or elsewhere, is not added again", async () => {
  const input = newcomer();
  await add(input);
  await expectRefusal(add(input), {
    code: "already_exists",
    issues: [{ path: "email" }],
  });
  const elsewhere = await (await world.addTenant()).person("Eve", "admin");
  await expectRefusal(add({ ...newcomer(), email: elsewhere.email }), "already_exists");
  expect((await listPeople(admin, gateway)).map((person) => person.email)).not.toContain(elsewhere.email);
});

test("the credentials of a person who belongs to another tenant too are not this administrator's to reset", async () => {
  const { person } = await add(newcomer());
  const other = await world.addTenant();
  await world.owner`INSERT INTO memberships (tenant_id, user_id, role, revoked_at) VALUES (${other.tenantId}, ${person.id}, 'viewer', now())`;
  await expectRefusal(issuePasswordLink(admin, person.id, gateway), "not_allowed");
  await expectRefusal(resetSecondFactor(admin, person.id, gateway), "not_allowed");
});

test("revoking ends tokens, sessions, step-ups and signatures; restoring brings back none of them", async () => {
  const { person } = await add(newcomer("admin"));
  const { owner, tenantId } = world;
  await owner`INSERT INTO personal_tokens (tenant_id, user_id, name, token_hash) VALUES (${tenantId}, ${person.id}, 't', ${randomUUID()})`;
  await owner`INSERT INTO sessions (user_id, tenant_id, session_version, via, expires_at)
    VALUES (${person.id}, ${tenantId}, 1, 'password', now() + interval '1 hour')`;
  await owner`INSERT INTO standing_authorisations (tenant_id, action_types, risk_level_max, per_day_max, policy_version, signed_by_user_id,
      signed_by_label, expires_at) VALUES (${tenantId}, ARRAY['ar_note'], 1, 1, 1, ${person.id}, 'Nia', now() + interval '1 day')`;
  const live = async () => (await listPeople(admin, gateway)).find((entry) => entry.id === person.id)!;
  expect(await live()).toMatchObject({ live_sessions: 1, live_tokens: 1 });
  await revokePerson(admin, person.id, gateway);
  expect(await live()).toMatchObject({ status: "revoked", live_sessions: 0, live_tokens: 0 });
  const restored = await restore(person.id);
  expect(restored).toMatchObject({ status: "active", role: "admin", live_sessions: 0, live_tokens: 0 });
  const [signed] =
    await owner`SELECT count(*)::int AS live FROM standing_authorisations WHERE signed_by_user_id = ${person.id} AND revoked_at IS NULL`;
  expect(signed!.live).toBe(0);
  expect(restored.last_change).toMatchObject({ type: "person.restored", by: "Adam" });
});

test("nobody changes their own standing, and only administrators change anybody's", async () => {
  const { person } = await add(newcomer("viewer"));
  await expectRefusal(changeRole(admin, { id: admin.userId, role: "viewer" }, gateway), "not_allowed");
  await expectRefusal(revokePerson(admin, admin.userId, gateway), "not_allowed");
  await expectRefusal(issuePasswordLink(admin, admin.userId, gateway), "not_allowed");
  for (const other of [world.approver, world.viewer]) {
    for (const attempt of [
      () => listPeople(other, gateway),
      () => addPerson(other, newcomer(), gateway),
      () => changeRole(other, { id: person.id, role: "admin" }, gateway),
      () => revokePerson(other, person.id, gateway),
      () => endSessions(other, person.id, gateway),
      () => issuePasswordLink(other, person.id, gateway),
    ])
      await expectRefusal(attempt(), "not_allowed");
  }
});

test("another tenant's person is not found", async () => {
  const stranger = await (await world.addTenant()).person("Sal", "viewer");
  for (const attempt of [
    () => changeRole(admin, { id: stranger.userId, role: "admin" }, gateway),
    () => revokePerson(admin, stranger.userId, gateway),
    () => restorePerson(admin, stranger.userId, gateway),
    () => endSessions(admin, stranger.userId, gateway),
    () => issuePasswordLink(admin, stranger.userId, gateway),
  ])
    await expectRefusal(attempt(), "not_found");
});

test("of two administrators who demote and revoke each other at once, one stays an administrator", async () => {
  for (let round = 0; round < 5; round++) {
    const home = await world.addTenant();
    const [one, two] = [await home.person("One", "admin"), await home.person("Two", "admin")];
    const settled = await Promise.allSettled([
      changeRole(one, { id: two.userId, role: "viewer" }, gateway),
      revokePerson(two, one.userId, gateway),
    ]);
    expect(settled.filter((each) => each.status === "fulfilled")).toHaveLength(1);
    const admins = await world.owner`
      SELECT user_id FROM memberships WHERE tenant_id = ${home.tenantId} AND role = 'admin' AND revoked_at IS NULL`;
    expect(admins).toHaveLength(1);
  }
});

test("the last administrator is neither revoked nor demoted, also where the other one's account is disabled", async () => {
  const home = await world.addTenant();
  const [last, disabled] = [await home.person("Last", "admin"), await home.person("Gone", "admin")];
  const demote = () => changeRole(last, { id: last.userId, role: "viewer" }, gateway);
  await expectRefusal(demote(), "not_allowed");
  await world.owner`UPDATE users SET disabled_at = now() WHERE id = ${disabled.userId}`;
  await expectRefusal(demote(), "last_admin");
  await expectRefusal(revokePerson(last, last.userId, gateway), "last_admin");
  await expectRefusal(revokePerson(disabled, last.userId, gateway), "not_allowed");
  expect((await listPeople(last, gateway)).find((person) => person.id === last.userId)).toMatchObject({
    role: "admin",
    status: "active",
  });
});

test("the ledger verifies these chains, beside the switches', and finds one changed word in them", async () => {
  const boss = await (await world.addTenant()).person("Boss", "admin");
  const look = { name: "high_risk_ops", engaged: true, reason: "look" } as const;
  await flipSwitch(world.owner, boss, look, gateway);
  const before = await verifyLedger(boss, { mode: "full" }, gateway);
  expect(before).toMatchObject({ intact: true, faults: [] });
  const input = newcomer();
  const adding = await steppedUp(world.owner, boss, "add_person", `${input.email}:${input.role}`);
  const { person } = await addPerson(adding, input, gateway);
  await changeRole(boss, { id: person.id, role: "viewer" }, gateway);
  const after = await verifyLedger(boss, { mode: "full" }, gateway);
  expect(after.chains).toBe(before.chains + 1);
  expect(after.events).toBe(before.events + 2);
  await pastEveryGuard(
    world.superuser,
    (tx) => tx`
      UPDATE events SET body_text = replace(body_text, 'viewer', 'admin')
      WHERE entity_type = 'person' AND entity_id = ${person.id} AND seq = 2`,
  );
  const broken = await verifyLedger(boss, { mode: "full" }, gateway);
  expect(broken.faults).toMatchObject([
    { entity_type: "person", entity_id: person.id, seq: 2, kind: "wrong_hash" },
  ]);
});
