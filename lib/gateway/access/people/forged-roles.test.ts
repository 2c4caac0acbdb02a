import postgres from "postgres";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { isRoleKnown } from "@/lib/auth/session/role-seal";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";
import { mintEditToken, putPolicyInForce } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { confirmOpenRole } from "@/lib/gateway/testing/people/confirmations";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { listPeople } from "./list-people";
import { revokePerson } from "./person-changes";
import { changeRole, restorePerson } from "./role-changes";

/** An office that the app's database role wrote is nothing that an administrator's change in the product goes on from. */

const world = await useWorld();
const { gateway, owner } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

let ada: Person;
let bea: Person;
let ben: Person;
let vera: Person;
let agent: AgentPrincipal;
async function company(second: Role | null) {
  const home = await world.addTenant();
  ada = await home.person("Ada", "admin");
  bea = await home.person("Bea", second ?? "approver");
  ben = await home.person("Ben", "approver");
  vera = await home.person("Vera", "viewer");
  agent = await home.agent("an-agent");
}
beforeEach(() => company("admin"));

const asRole = <T>(work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(ada.tenantId)}, true)`;
    return work(tx);
  }) as Promise<T>;
const forged = "0".repeat(64);
const forgeRole = (person: Person, role: Role) =>
  asRole(async (tx) => {
    await tx`SELECT set_role(${person.userId}, ${role}, ${forged}, NULL, NULL, true, ${ada.userId})`;
    await tx`SELECT confirm_role(${person.userId}, ${role}, ${forged}, NULL, true, ${bea.userId})`;
  });
const give = async (admin: Person, person: Person, role: Role) =>
  changeRole(
    await steppedUp(owner, admin, "change_role", `${person.userId}:${role}`),
    { id: person.userId, role },
    gateway,
  );
const seen = async (person: Person) =>
  (await listPeople(ada, gateway)).find(({ id }) => id === person.userId)!;
const letPass = (hours: number) => owner`
  UPDATE memberships SET in_office_since = in_office_since - make_interval(hours => ${hours})
  WHERE tenant_id = ${ada.tenantId}`;

describe("a stronger role, written past the app", () => {
  test.each(["approver", "steward"] as const)("is not lowered to %s: that adds a power", async (role) => {
    await forgeRole(vera, "admin");
    const byToken = { ...ada, via: "token" } as Person;
    await expectRefusal(changeRole(byToken, { id: vera.userId, role }, gateway), "session_required");
    expect(await give(ada, vera, role)).toMatchObject({ role: "viewer", pending_role: { role } });
    await confirmOpenRole(world, bea, vera.userId);
    expect(await seen(vera)).toMatchObject({ role });
  });
  test("given by one administrator alone, ties the person to them: they are no second voter", async () => {
    await company(null);
    await owner`UPDATE memberships SET role = 'admin' WHERE user_id = ${bea.userId}`;
    await forgeRole(vera, "admin");
    await owner`UPDATE memberships SET role = 'approver' WHERE user_id = ${bea.userId}`;
    // Somebody who last administered eight days ago is not waited for.
    await owner`
      UPDATE memberships SET administered_until = now() - interval '8 days' WHERE user_id = ${bea.userId}`;
    expect(await give(ada, vera, "approver")).toMatchObject({ role: "approver", pending_role: null });
    await letPass(25);
    await putPolicyInForce(world, ada.tenantId, (text) =>
      text.replace(
        "resource.impactCents > 10000000 && resource.approverCount >= 2",
        "resource.approverCount >= 2",
      ),
    );
    const { proposal } = await world.propose(proposals.creditRevoke(), agent);
    const approve = async (person: Person) =>
      world.decide(person, proposal, { editToken: await mintEditToken(world, person, proposal) });
    expect(await approve(ada)).toMatchObject({ outcome: "vote_recorded" });
    await expectRefusal(approve({ ...vera, role: "approver" }), "not_independent");
    expect(await approve(ben)).toMatchObject({ outcome: "claimed" });
  });
  test("revoked and restored in the product, it waits for a second administrator as any other", async () => {
    await forgeRole(vera, "admin");
    await revokePerson(ada, vera.userId, gateway);
    const step = await steppedUp(owner, ada, "restore_person", vera.userId);
    expect(await restorePerson(step, vera.userId, gateway)).toMatchObject({
      role: "viewer",
      pending_role: { role: "admin" },
    });
  });
});

test("a seal that was spoiled takes nobody out of the count: the person is given the role again, and counts meanwhile", async () => {
  await asRole(
    (tx) => tx`SELECT set_role(${ben.userId}, 'approver', ${forged}, NULL, NULL, true, ${ada.userId})`,
  );
  const isCounted = async () =>
    (await owner`SELECT 1 FROM people_in_office(${ada.tenantId}) WHERE user_id = ${ben.userId} AND counts`)
      .length;
  expect(await give(ada, ben, "approver")).toMatchObject({
    role: "viewer",
    pending_role: { role: "approver" },
  });
  expect(await isCounted()).toBe(1);
  await confirmOpenRole(world, bea, ben.userId);
  expect(await isCounted()).toBe(1);
});

test("an office that ended here is known when it is restored", async () => {
  await revokePerson(ada, ben.userId, gateway);
  const [row] = await owner<{ role: Role; role_seal: string; role_changes: number }[]>`
    SELECT role, role_seal, role_changes FROM memberships WHERE user_id = ${ben.userId}`;
  const { role, role_seal: roleSeal, role_changes: roleChanges } = row!;
  const membership = {
    tenantId: ada.tenantId,
    userId: ben.userId,
    role,
    roleSeal,
    roleChanges,
    hadOffice: true,
  };
  expect(isRoleKnown(membership)).toBe(true);
  expect(isRoleKnown({ ...membership, role: "admin" })).toBe(false);
});
