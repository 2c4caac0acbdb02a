import { randomBytes } from "node:crypto";
import { generateSync } from "otplib";
import { afterAll, expect, test, vi } from "vitest";
import { findTotpFactor } from "@/db/queries/people/accounts";
import { findPersonalToken, findSession, openSession } from "@/db/queries/people/identity";
import { inTenant } from "@/db/client";
import { hashPassword } from "@/lib/auth/sign-in/password";
import { signIn } from "@/lib/auth/sign-in/sign-in";
import { formsOf } from "@/lib/auth/session/tokens";
import { renameSchema } from "@/lib/contract/people/account";
import type { Person } from "@/lib/core/access/principal";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { beginSecondFactor } from "./begin-second-factor";
import { changePassword } from "./change-password";
import { chooseTenant } from "./choose-tenant";
import { confirmSecondFactor } from "./confirm-second-factor";
import { issuePasswordLink } from "@/lib/gateway/access/people/issue-password-link";
import { createToken } from "./create-token";
import { endOwnSession, revokeToken, signOutEverywhere } from "./end-own-access";
import { readAccount } from "./read-account";
import { redeemPasswordLink } from "./redeem-password-link";
import { renameSelf } from "./rename-self";

let now = new Date("2026-03-02T10:00:00Z");
const password = "three unrelated words";
vi.stubEnv("COUNTERSIGN_SECRET_KEY", randomBytes(32).toString("base64"));
afterAll(() => vi.unstubAllEnvs());
const world = await useWorld({ gateway: { clock: { now: () => now } } });
const { gateway, owner } = world;

let people = 0;
async function signedIn(withPassword = true): Promise<Person & { sessionId: number }> {
  const person = await world.home.person(`Person${++people}`, "approver");
  if (withPassword)
    await owner`UPDATE users SET password_hash = ${await hashPassword(person.userId, password)} WHERE id = ${person.userId}`;
  return { ...person, via: "session", sessionId: await begin(person) };
}
async function begin({ userId }: Person): Promise<number> {
  const browser = { via: "password", userAgent: "Firefox", validSeconds: 3_600 } as const;
  return (await openSession(gateway.database.sql, { userId, sessionVersion: 1, ...browser }))!;
}
const attempt = async ({ email }: Person, text: string) =>
  (await signIn({ email, password: text, clientAddress: null }, { database: gateway.database })).outcome;
const isLive = async (person: Person, sessionId: number) =>
  (await findSession(gateway.database.sql, { sessionId, userId: person.userId })).length > 0;

test("a changed password ends every other session, keeps the present one, and only the new password signs in", async () => {
  const person = await signedIn();
  const other = await begin(person);
  const next = "quite another sentence";
  await expectRefusal(
    changePassword(person, { current: "wrong password 1", next }, gateway),
    "wrong_password",
  );
  await changePassword(person, { current: password, next }, gateway);
  expect([await isLive(person, person.sessionId), await isLive(person, other)]).toEqual([true, false]);
  expect([await attempt(person, password), await attempt(person, next)]).toEqual(["refused", "signed_in"]);
});

test("a changed password ends a link that was still open, so that its finder cannot undo the change", async () => {
  const person = await signedIn();
  const { link } = await issuePasswordLink(
    await steppedUp(owner, world.admin, "issue_password_link", person.userId),
    person.userId,
    gateway,
  );
  const token = link.slice(link.indexOf("#") + 1);
  const next = "nobody else knows these";
  await changePassword(person, { current: password, next }, gateway);
  await expectRefusal(redeemPasswordLink({ token, password: "words of its finder" }, gateway), "expired");
  expect(await attempt(person, next)).toBe("signed_in");
});

test("a new password that is too weak is refused in words, before the current one is looked at", async () => {
  const person = await signedIn();
  await expectRefusal(changePassword(person, { current: "not even right", next: "short" }, gateway), {
    code: "validation_failed",
    issues: [{ path: "new_password", message: "must have at least 12 characters" }],
  });
});

test("guessing the current password in an open session is stopped, and keeps nobody out at the door", async () => {
  const person = await signedIn();
  const next = "quite another sentence";
  for (let guess = 0; guess < 5; guess++) {
    await expectRefusal(
      changePassword(person, { current: `guess ${guess}`, next }, gateway),
      "wrong_password",
    );
  }
  await expectRefusal(changePassword(person, { current: password, next }, gateway), "rate_limited");
  expect(await attempt(person, password)).toBe("signed_in");
});

const codeOf = (secret: string, at = now) => generateSync({ secret, epoch: at.getTime() / 1_000 });
const wrongFor = (secret: string) =>
  ["000000", "111111", "222222", "333333"].find(
    (code) => ![-30, 0, 30].some((by) => codeOf(secret, new Date(now.getTime() + by * 1_000)) === code),
  )!;

test("an authenticator app is set up with the password and its first code, which is spent by that", async () => {
  const person = await signedIn();
  await expectRefusal(beginSecondFactor(person, undefined, gateway), "wrong_password");
  const setup = await beginSecondFactor(person, password, gateway);
  expect(setup.otpauth_uri).toContain(`secret=${setup.secret}`);
  expect((await readAccount(person, gateway)).second_factor_set).toBe(false);
  const confirm = (code: string) =>
    confirmSecondFactor(person, { enrolment: setup.enrolment, code, currentCode: undefined }, gateway);
  await expect(confirm(wrongFor(setup.secret))).rejects.toMatchObject({ issues: [{ path: "code" }] });
  expect(await confirm(codeOf(setup.secret))).toMatchObject({ second_factor_set: true });
  const factor = await inTenant(gateway.database, world.tenantId, (tx) => findTotpFactor(tx, person));
  expect(factor).toMatchObject({ lastStep: Math.floor(now.getTime() / 30_000) });
  expect(factor!.sealedSecret).not.toContain(setup.secret);
});

test("replacing the app needs a code of the one in use, an enrolment of one's own, and no more than ten minutes", async () => {
  const [person, other] = [await signedIn(), await signedIn()];
  const first = await beginSecondFactor(person, password, gateway);
  const confirmOf =
    ({ enrolment, secret }: typeof first) =>
    (who: Person, currentCode: string | undefined) =>
      confirmSecondFactor(who, { enrolment, code: codeOf(secret), currentCode }, gateway);
  await confirmOf(first)(person, undefined);
  now = new Date(now.getTime() + 90_000);
  const confirm = confirmOf(await beginSecondFactor(person, undefined, gateway));
  await expect(confirm(person, undefined)).rejects.toMatchObject({ issues: [{ path: "current_code" }] });
  await expectRefusal(confirm(person, wrongFor(first.secret)), "step_up_failed");
  await expect(confirm(other, undefined)).rejects.toMatchObject({ issues: [{ path: "enrolment" }] });
  await confirm(person, codeOf(first.secret));
  now = new Date(now.getTime() + 11 * 60_000);
  await expectRefusal(confirm(person, codeOf(first.secret)), "expired");
});

test("without a password only a fresh sign-in sets up an authenticator app, and a token never does", async () => {
  const person = await signedIn(false);
  now = new Date();
  await beginSecondFactor(person, undefined, gateway);
  await expectRefusal(
    beginSecondFactor({ ...person, via: "token", sessionId: undefined }, undefined, gateway),
    "step_up_failed",
  );
  await owner`UPDATE sessions SET created_at = created_at - interval '16 minutes' WHERE id = ${person.sessionId}`;
  await expectRefusal(beginSecondFactor(person, undefined, gateway), "step_up_failed");
});

test("a token speaks for its person until it is revoked, shows its last use, and creates no other", async () => {
  const person = await signedIn();
  const { token, secret } = await createToken(person, { name: "ci", validDays: 30 }, gateway);
  expect(Date.parse(token.expires_at!) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  expect(secret.startsWith(token.prefix!)).toBe(true);
  const found = (await findPersonalToken(gateway.database.sql, formsOf("csp_", secret)))!;
  expect(found).toMatchObject({ userId: person.userId });
  const bearer: Person = { kind: "person", ...found, via: "token" };
  await expectRefusal(createToken(bearer, { name: "more", validDays: 1 }, gateway), "not_allowed");
  const { tokens } = await readAccount(person, gateway);
  expect(tokens).toEqual([expect.objectContaining({ id: token.id, last_used_at: expect.any(String) })]);
  const other = await signedIn();
  await expectRefusal(revokeToken(other, token.id, gateway), "not_found");
  expect((await revokeToken(person, token.id, gateway)).tokens).toEqual([]);
  expect(await findPersonalToken(gateway.database.sql, formsOf("csp_", secret))).toBeNull();
});

test("somebody revoked in the meantime makes no token", async () => {
  const person = await signedIn();
  await owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${person.userId}`;
  await expectRefusal(createToken(person, { name: "late", validDays: 1 }, gateway), "unauthenticated");
});

test("one session is ended alone, all of them together, and nobody ends another's", async () => {
  const person = await signedIn();
  const [phone, desk] = [await begin(person), await begin(person)];
  const stranger = await signedIn();
  await expectRefusal(endOwnSession(stranger, phone, gateway), "not_found");
  const { sessions } = await endOwnSession(person, phone, gateway);
  expect(sessions.map((session) => [session.id, session.current])).toEqual([
    [desk, false],
    [person.sessionId, true],
  ]);
  await signOutEverywhere(person, gateway);
  expect([await isLive(person, person.sessionId), await isLive(person, desk)]).toEqual([false, false]);
  expect(await isLive(stranger, stranger.sessionId)).toBe(true);
});

test("a session works in the tenant that its person chose among their own", async () => {
  const person = await signedIn();
  const second = await world.addTenant();
  const foreign = await world.addTenant();
  await owner`INSERT INTO memberships (tenant_id, user_id, role) VALUES (${second.tenantId}, ${person.userId}, 'viewer')`;
  await chooseTenant(person, second.tenantId, gateway);
  const [here] = await findSession(gateway.database.sql, person);
  expect(here).toMatchObject({ tenantId: second.tenantId, role: "viewer" });
  await expectRefusal(chooseTenant(person, foreign.tenantId, gateway), "not_found");
  expect((await readAccount({ ...person, ...here! }, gateway)).tenants).toHaveLength(2);
});

test("a new name holds from the next look on and is recorded in the ledger", async () => {
  const person = await signedIn();
  expect(await renameSelf(person, "Ana María", gateway)).toMatchObject({
    name: "Ana María",
    last_change: { type: "person.renamed" },
  });
});

test("nobody takes the name under which a colleague decides, an agent proposes or the gateway acts, however it is written", async () => {
  const person = await signedIn();
  for (const name of ["Adam", "ADAM", "Ａdam"]) {
    await expect(renameSelf(person, name, gateway), name).rejects.toMatchObject({ code: "already_exists" });
  }
  expect(renameSchema.safeParse({ name: "Аdam" }).success, "with a Cyrillic A").toBe(false);
  expect(renameSchema.safeParse({ name: "Адам Смирнов" }).success).toBe(true);
  expect((await readAccount(person, gateway)).name).toBe(person.name);
  for (const name of ["set-up", "Push", "Standing authorisation #1 signed by Adam", "Another  administrator"])
    expect(renameSchema.safeParse({ name }).success, name).toBe(false);
  for (const name of ["Pricing-Agent", "prıcing-agent", "PRİCING-AGENT"])
    await expect(renameSelf(person, name, gateway), name).rejects.toMatchObject({ code: "already_exists" });
  const elsewhere = await world.addTenant();
  await elsewhere.person("Zora", "admin");
  expect(await renameSelf(person, "Zora", gateway)).toMatchObject({ name: "Zora" });
});
