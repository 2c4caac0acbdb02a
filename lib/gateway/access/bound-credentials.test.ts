import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { findPasswordLink, findSession } from "@/db/queries/people/identity";
import { editTokenForms, linkForms, newPasswordLinkToken } from "@/lib/auth/session/tokens";
import { isProven } from "@/lib/auth/session/proof-seal";
import { redeemPasswordLink } from "@/lib/gateway/access/account/redeem-password-link";
import { signOutEverywhere } from "@/lib/gateway/access/account/end-own-access";
import { mintEditToken } from "@/lib/gateway/testing/decisions";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { inSession, steppedUp } from "@/lib/gateway/testing/step-up";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { spendStepUp } from "./step-up/spend-step-up";

/** The app's database role uses credentials that it did not earn. */

const world = await useWorld();
const { gateway, owner, tenantId, viewer, approver, admin } = world;
const { database } = gateway;
const asApp = (statement: string) => inTenant(database, tenantId, (tx) => tx.execute(statement));
const good = "three unrelated words";

test("an edit token is one person's: a row that gives it to somebody else, in any form, fits no token", async () => {
  const { proposal } = await world.propose(proposals.creditRevoke());
  const token = await mintEditToken(world, admin, proposal);
  const use = { tenantId, actionId: proposal.id, payloadHash: proposal.payload_hash, decision: "approve" };
  const own = editTokenForms(token, { ...use, userId: admin.userId });
  await asApp(`INSERT INTO edit_tokens (tenant_id, user_id, action_id, payload_hash, decision, token_hash, expires_at)
    SELECT tenant_id, ${approver.userId}, action_id, payload_hash, decision, split_part(token_hash, '.', 2), expires_at
    FROM edit_tokens WHERE action_id = ${proposal.id}`);
  const theirs = editTokenForms(token, { ...use, userId: approver.userId });
  const stored = await owner<{ hash: string }[]>`
    SELECT token_hash AS hash FROM edit_tokens WHERE action_id = ${proposal.id}`;
  expect(stored.filter(({ hash }) => theirs.includes(hash))).toEqual([]);
  expect(stored.filter(({ hash }) => own.includes(hash))).toHaveLength(1);
  await expectRefusal(world.decide(approver, proposal, { editToken: token }), "edit_token_invalid");
});

test("a step-up token is for one step: a row that names another one fits no token", async () => {
  const person = await steppedUp(owner, admin, "issue_password_link", viewer.userId);
  await owner`UPDATE step_up_tokens SET subject = ${String(approver.userId)} WHERE user_id = ${admin.userId}`;
  const other = { purpose: "issue_password_link", subject: String(approver.userId) } as const;
  await expectRefusal(
    inTenant(database, tenantId, (tx) => spendStepUp(tx, person, other)),
    "step_up_invalid",
  );
});

test("a step-up token is refused once its time is over, and once it was used", async () => {
  const step = { purpose: "issue_password_link", subject: String(viewer.userId) } as const;
  const spend = (person: Awaited<ReturnType<typeof steppedUp>>) =>
    inTenant(database, tenantId, (tx) => spendStepUp(tx, person, step));
  const late = await steppedUp(owner, admin, "issue_password_link", viewer.userId);
  await owner`UPDATE step_up_tokens SET expires_at = clock_timestamp() WHERE used_at IS NULL`;
  await expectRefusal(spend(late), "step_up_invalid");
  const inTime = await steppedUp(owner, admin, "issue_password_link", viewer.userId);
  await spend(inTime);
  await expectRefusal(spend(inTime), "step_up_invalid");
});

test("a password link sets the password of the person that it was made for, and of nobody else", async () => {
  const made = { tenantId, userId: viewer.userId, issuedByUserId: admin.userId, recovers: true };
  const link = newPasswordLinkToken(made);
  const store = (userId: number, recovers: boolean, hash: string) =>
    asApp(
      `INSERT INTO password_links (tenant_id, user_id, token_hash, expires_at, issued_by_user_id, recovers)
     VALUES (${tenantId}, ${userId}, '${hash}', now() + interval '1 day', ${admin.userId}, ${recovers})`,
    );
  // Of somebody else; without the mark of a recovery; by the hash alone.
  await store(approver.userId, true, link.hash);
  await expectRefusal(redeemPasswordLink({ token: link.token, password: good }, gateway), "expired");
  await owner`DELETE FROM password_links WHERE token_hash = ${link.hash}`;
  await store(viewer.userId, false, link.hash);
  await expectRefusal(redeemPasswordLink({ token: link.token, password: good }, gateway), "expired");
  await owner`DELETE FROM password_links WHERE token_hash = ${link.hash}`;
  await store(approver.userId, true, link.hash.split(".")[1]!);
  expect(await findPasswordLink(database.sql, linkForms(link.token))).toBeNull();
  await store(viewer.userId, true, link.hash);
  expect(await redeemPasswordLink({ token: link.token, password: good }, gateway)).toEqual({
    email: viewer.email,
  });
});

test("a second factor is proven by the app's seal of this session: not by a call of the function, nor by another's seal", async () => {
  const proven = await inSession(owner, admin);
  const [session] = await owner<{ id: number }[]>`
    INSERT INTO sessions (user_id, tenant_id, session_version, via, expires_at)
    SELECT id, ${tenantId}, session_version, 'password', now() + interval '1 hour' FROM users
    WHERE id = ${admin.userId} RETURNING id`;
  const { id } = session!;
  const isProvenNow = async () => {
    const claims = { sessionId: id, userId: admin.userId };
    const [membership] = await findSession(database.urgent.sql, claims);
    return isProven(claims, membership!.secondFactorSeal);
  };
  const [other] = await owner<{ seal: string }[]>`
    SELECT second_factor_seal AS seal FROM sessions WHERE id = ${proven.sessionId}`;
  for (const forged of ["x", other!.seal]) {
    await asApp(`SELECT prove_session(${id}, ${admin.userId}, '${forged}')`);
    expect(await isProvenNow()).toBe(false);
  }
});

test("what has ended stays ended: sessions, tokens and links, by their row or by their version", async () => {
  const { sessionId } = await inSession(owner, admin);
  await owner`INSERT INTO personal_tokens (tenant_id, user_id, name, token_hash, revoked_at)
    VALUES (${tenantId}, ${admin.userId}, 'old', 'x', now())`;
  await signOutEverywhere(admin, gateway);
  const [session] = await owner<
    { over: boolean }[]
  >`SELECT ended_at IS NOT NULL AS over FROM sessions WHERE id = ${sessionId}`;
  expect(session!.over).toBe(true);
  for (const [statement, code] of [
    [`UPDATE sessions SET ended_at = NULL WHERE id = ${sessionId}`, "CS001"],
    [`UPDATE sessions SET session_version = session_version + 1 WHERE id = ${sessionId}`, "42501"],
    [`UPDATE users SET session_version = session_version - 1 WHERE id = ${admin.userId}`, "42501"],
    [`UPDATE personal_tokens SET revoked_at = NULL WHERE name = 'old'`, "CS001"],
    [`UPDATE edit_tokens SET used_at = NULL`, "CS001"],
  ] as const) {
    await owner`UPDATE edit_tokens SET used_at = now() WHERE used_at IS NULL`;
    const refused = await asApp(statement).then(
      () => "written",
      (error: { code?: string; cause?: { code?: string } }) => error.cause?.code ?? error.code,
    );
    expect(refused, statement).toBe(code);
  }
});
