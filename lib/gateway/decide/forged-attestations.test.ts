import postgres from "postgres";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AgentPrincipal, Person, Role } from "@/lib/core/access/principal";
import { redeemPasswordLink } from "@/lib/gateway/access/account/redeem-password-link";
import { addPerson } from "@/lib/gateway/access/people/add-person";
import { issuePasswordLink } from "@/lib/gateway/access/people/issue-password-link";
import { listPeople } from "@/lib/gateway/access/people/list-people";
import { revokePerson } from "@/lib/gateway/access/people/person-changes";
import { confirmLeave } from "@/lib/gateway/access/people/role-changes";
import { mintEditToken, putPolicyInForce } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, holdRow, untilWaiting } from "@/lib/gateway/testing/race";
import { confirmOpenRecovery, confirmOpenRole } from "@/lib/gateway/testing/people/confirmations";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { log } from "@/lib/log";
import { bulkDecide } from "./bulk-decide";

/** An administrator who also holds the app's database role: they give neither a first nor a second administrator's attestation. */

const world = await useWorld();
const { gateway, owner, superuser } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

let ada: Person;
let bea: Person;
let cleo: Person;
let ben: Person;
let dan: Person;
let agent: AgentPrincipal;
beforeEach(async () => {
  const home = await world.addTenant();
  const person = (name: string, role: Role) => home.person(name, role);
  [ada, bea, cleo] = [
    await person("Ada", "admin"),
    await person("Bea", "admin"),
    await person("Cleo", "admin"),
  ];
  [ben, dan] = [await person("Ben", "approver"), await person("Dan", "approver")];
  agent = await home.agent("an-agent");
});

/** As whoever holds the role: the functions believe the actor and the seal that they are given. */
const asRole = <T>(work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(ada.tenantId)}, true)`;
    return work(tx);
  }) as Promise<T>;
const forgedSeal = "0".repeat(64);
const confirmRecoveryAs = ({ userId }: Person, actor: Person, seal: string | null = forgedSeal) =>
  asRole((tx) => tx`SELECT confirm_recovery(${userId}, ${seal}, ${actor.userId}) AS done`);
const sealOf = async ({ userId }: Person, about: string) =>
  (await owner`SELECT seal FROM administrator_words WHERE user_id = ${userId} AND about = ${about}`)[0]!
    .seal as string;
const letPass = (hours: number) => owner`
  UPDATE memberships SET in_office_since = in_office_since - make_interval(hours => ${hours}),
    left_office_at = left_office_at - make_interval(hours => ${hours}),
    recovered_at = recovered_at - make_interval(hours => ${hours}) WHERE tenant_id = ${ada.tenantId}`;
const seen = async (person: Person) =>
  (await listPeople(cleo, gateway)).find(({ id }) => id === person.userId)!;

async function giveNewCredentials(admin: Person, person: Person): Promise<void> {
  await owner`UPDATE users SET password_hash = coalesce(password_hash, 'as before') WHERE id = ${person.userId}`;
  const step = await steppedUp(owner, admin, "issue_password_link", person.userId);
  const { link } = await issuePasswordLink(step, person.userId, gateway);
  await redeemPasswordLink({ token: link.split("#")[1]!, password: "three unrelated words" }, gateway);
}
const proposeL4 = async () => (await world.propose(proposals.creditLimit(), agent)).proposal;
/** Two must approve it. */
const proposeL5 = async () => {
  await putPolicyInForce(world, ada.tenantId, (text) =>
    text.replace(
      "resource.impactCents > 10000000 && resource.approverCount >= 2",
      "resource.approverCount >= 2",
    ),
  );
  return (await world.propose(proposals.creditRevoke(), agent)).proposal;
};
const approveL5 = async (person: Person, proposal: Awaited<ReturnType<typeof proposeL5>>) =>
  world.decide(person, proposal, { editToken: await mintEditToken(world, person, proposal) });

describe("new credentials, confirmed by SQL in another administrator's name", () => {
  test("are not confirmed: their holder decides nothing at L4, page and log say so, and the product's own confirmation counts", async () => {
    await giveNewCredentials(ada, ben);
    expect(await confirmRecoveryAs(ben, bea)).toEqual([{ done: true }]);
    const errors = vi.spyOn(log, "error");
    const proposal = await proposeL4();
    await expectRefusal(world.decide(ben, proposal), "recently_recovered");
    expect(errors).toHaveBeenCalledWith(
      { tenantId: ada.tenantId, userId: ben.userId, about: "confirmed_recovery", byUserId: bea.userId },
      expect.stringContaining("An administrator's attestation without its seal counts for nothing"),
    );
    expect((await seen(ben)).recovery).toMatchObject({ by: "Ada" });
    await confirmOpenRecovery(world, bea, ben.userId);
    expect(await world.decide(ben, proposal)).toMatchObject({ outcome: "claimed" });
  });
  test("a day later their holder and whoever gave them are still one vote", async () => {
    await giveNewCredentials(ada, ben);
    await letPass(25);
    await confirmRecoveryAs(ben, bea);
    const proposal = await proposeL5();
    expect(await approveL5(ada, proposal)).toMatchObject({ outcome: "vote_recorded" });
    await expectRefusal(approveL5(ben, proposal), "not_independent");
    expect(await approveL5(dan, proposal)).toMatchObject({ outcome: "claimed" });
  });
  test("the seal of an earlier attestation, of another person's, or of none fits no later one", async () => {
    await giveNewCredentials(ada, ben);
    await confirmOpenRecovery(world, bea, ben.userId);
    await giveNewCredentials(ada, dan);
    await confirmOpenRecovery(world, bea, dan.userId);
    const seals = [await sealOf(ben, "confirmed_recovery"), await sealOf(dan, "confirmed_recovery"), null];
    await giveNewCredentials(ada, ben);
    const proposal = await proposeL4();
    for (const seal of seals) {
      await confirmRecoveryAs(ben, bea, seal);
      await expectRefusal(world.decide(ben, proposal), "recently_recovered");
    }
    expect(await world.decide(dan, proposal), "his own confirmation holds").toMatchObject({
      outcome: "claimed",
    });
  });
  test("a mark that names another giver covers up no earlier one", async () => {
    await giveNewCredentials(ada, ben);
    await asRole((tx) => tx`SELECT mark_recovered(${ben.userId}, ${cleo.userId})`);
    await letPass(25);
    const proposal = await proposeL5();
    expect(await approveL5(ada, proposal)).toMatchObject({ outcome: "vote_recorded" });
    await expectRefusal(approveL5(ben, proposal), "not_independent");
    await asRole((tx) => tx`SELECT mark_recovered(${ben.userId}, ${cleo.userId})`);
    await expectRefusal(confirmOpenRecovery(world, ada, ben.userId), "nothing_to_confirm");
  });
  test("between the app's look and the claim, nothing is approved", async () => {
    await giveNewCredentials(ada, ben);
    await letPass(25);
    const proposal = await proposeL5();
    await approveL5(ada, proposal);
    const editToken = await mintEditToken(world, ben, proposal);
    const barrier = await holdRow(owner, "proposed_actions", proposal.id);
    const decision = world.decide(ben, proposal, { editToken }).catch((error: unknown) => error);
    await untilWaiting(superuser, 1);
    await confirmRecoveryAs(ben, bea);
    await barrier.release("rollback");
    expect(await decision).toMatchObject({ code: "changed" });
    await expectRefusal(world.decide(ben, proposal, { editToken }), "not_independent");
  });
  test("and taken back again right after the claim's look, nothing is approved either: both are one look", async () => {
    await giveNewCredentials(ada, ben);
    await letPass(25);
    const proposal = await proposeL5();
    await approveL5(ada, proposal);
    for (let round = 0; round < 12; round += 1) {
      const editToken = await mintEditToken(world, ben, proposal);
      const barrier = await holdRow(owner, "proposed_actions", proposal.id);
      const decision = world.decide(ben, proposal, { editToken }).catch((error: unknown) => error);
      await untilWaiting(superuser, 1);
      await confirmRecoveryAs(ben, bea);
      await barrier.release("rollback");
      await asRole((tx) => tx`SELECT take_back_word(${ben.userId}, 'confirmed_recovery', 1)`);
      expect(["changed", "not_independent"]).toContain(((await decision) as { code: string }).code);
    }
  });
  test("they give no genuine confirmation: whoever holds them confirms nobody", async () => {
    await giveNewCredentials(ada, bea);
    await giveNewCredentials(ada, ben);
    await confirmRecoveryAs(bea, cleo);
    await expectRefusal(confirmOpenRecovery(world, bea, ben.userId), "nothing_to_confirm");
    await expectRefusal(world.decide(ben, await proposeL4()), "recently_recovered");
  });
  test("in bulk too, where two must approve", async () => {
    const rule = `@id("two-for-notes")
      forbid (principal, action == Countersign::Action::"approve_alone", resource) when { resource.riskLevel < 4 };`;
    await putPolicyInForce(world, ada.tenantId, (text) => `${text}\n${rule}\n`);
    await giveNewCredentials(ada, ben);
    await letPass(25);
    await confirmRecoveryAs(ben, bea);
    const { proposal } = await world.propose(proposals.arNote(), agent);
    const inBulk = async (person: Person) => {
      const items = [{ id: proposal.id, payload_hash: proposal.payload_hash }];
      return (await bulkDecide(person, { decision: "approve", items }, gateway)).results[0];
    };
    expect(await inBulk(ada)).toMatchObject({ outcome: "vote_recorded" });
    expect(await inBulk(ben)).toMatchObject({ outcome: "not_independent" });
    expect(await inBulk(dan)).toMatchObject({ outcome: "claimed" });
  });
});

describe("a first password by an administrator's link", () => {
  test("confirmed by SQL, or said to be another's: the two go on counting as one", async () => {
    const { person, password_link } = await addPerson(
      await steppedUp(owner, ada, "add_person", "nia@example.test:approver"),
      { name: "Nia", email: `nia@example.test`, role: "approver" },
      gateway,
    );
    const nia: Person = { ...ben, userId: person.id, name: "Nia" };
    await confirmOpenRole(world, bea, nia.userId);
    const token = password_link!.link.split("#")[1]!;
    await redeemPasswordLink({ token, password: "three unrelated words" }, gateway);
    await letPass(25);
    const proposal = await proposeL5();
    await approveL5(ada, proposal);
    await asRole(async (tx) => {
      await tx`SELECT mark_first_link(${nia.userId}, ${cleo.userId})`;
      await tx`SELECT confirm_first_link(${nia.userId}, ${forgedSeal}, ${bea.userId})`;
    });
    await expectRefusal(approveL5(nia, proposal), "not_independent");
    await confirmOpenRecovery(world, bea, nia.userId);
    expect(await approveL5(nia, proposal)).toMatchObject({ outcome: "claimed" });
  });
});

describe("a role that was asked for by SQL in another administrator's name", () => {
  test("is confirmed by nobody, until somebody asks for it here", async () => {
    const home = { tenantId: ada.tenantId };
    const [row] = await owner<{ id: number }[]>`
      INSERT INTO users (name, email) VALUES ('Sock', 'sock@example.test') RETURNING id`;
    await owner`INSERT INTO memberships (tenant_id, user_id, role) VALUES (${home.tenantId}, ${row!.id}, 'viewer')`;
    await asRole(
      (tx) => tx`SELECT set_role(${row!.id}, 'approver', NULL, ${forgedSeal}, NULL, true, ${bea.userId})`,
    );
    const refusal = await confirmOpenRole(world, ada, row!.id).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "nothing_to_confirm",
      publicMessage: "Nobody asked for this role here. Withdraw it, and give it again.",
    });
  });
});

describe("a leave that another administrator is said to have decided, or to have confirmed", () => {
  const leave = async (admin: Person) =>
    confirmLeave(await steppedUp(owner, admin, "confirm_leave", ben.userId), ben.userId, gateway);
  const isCounted = async () =>
    (await owner`SELECT 1 FROM people_in_office(${ada.tenantId}) WHERE user_id = ${ben.userId}`).length === 1;

  test("is not confirmed: the person goes on counting among those who could", async () => {
    await revokePerson(ada, ben.userId, gateway);
    await asRole((tx) => tx`SELECT confirm_leave(${ben.userId}, ${forgedSeal}, ${bea.userId})`);
    await letPass(24 * 8);
    expect(await isCounted(), "the confirmation holds until the app looks at it").toBe(false);
    await world.decide(dan, await proposeL4());
    expect(await isCounted()).toBe(true);
    expect((await seen(ben)).leave_unconfirmed).toBe(true);
    await leave(bea);
    await world.decide(dan, await proposeL4());
    expect(await isCounted()).toBe(false);
  });
  test("begun by SQL in another's name, it is confirmed by nobody", async () => {
    await asRole((tx) => tx`SELECT end_membership(${ben.userId}, NULL, ${forgedSeal}, ${bea.userId})`);
    const refusal = await leave(ada).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: "nothing_to_confirm",
      publicMessage: expect.stringContaining("Nobody took this role away here"),
    });
    await letPass(24 * 8);
    expect(await isCounted()).toBe(true);
  });
});

test("the role writes no attestation itself", async () => {
  const write = asRole(
    (tx) => tx`
      INSERT INTO administrator_words (tenant_id, user_id, about, number, by_user_id)
      VALUES (${ada.tenantId}, ${ben.userId}, 'confirmed_leave', 1, ${bea.userId})`,
  );
  await expect(write).rejects.toThrow("permission denied");
  await expect(
    asRole(
      (tx) => tx`SELECT say_word(${ada.tenantId}, ${ben.userId}, 'confirmed_leave', 1, ${bea.userId}, 'x')`,
    ),
  ).rejects.toThrow("permission denied");
});
