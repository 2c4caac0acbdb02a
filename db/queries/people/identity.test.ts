import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { insertPerson, insertTenant, setTotpSecret } from "@/db/seed/tenant";
import { useTestDatabase } from "@/db/testing/use-test-database";
import type { Role } from "@/lib/core/access/principal";
import {
  endSession,
  findAgentKey,
  findPersonalToken,
  findSession,
  findUserForSignIn,
  forgiveAuthAttempts,
  knowsAuthSubject,
  moveSession,
  openSession,
  recordAuthAttempt,
} from "./identity";
import { findTotpFactor, spendTotpStep } from "./accounts";
import { countApprovers } from "./people";

const db = await useTestDatabase();
let counter = 0;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const newTenant = () => insertTenant(db.owner, { slug: `tenant-${++counter}`, name: "Tenant" });

async function newMember(tenantId: number, role: Role = "approver") {
  const email = `p${++counter}@example.com`;
  const userId = await insertPerson(db.owner, tenantId, { name: "P", email, role });
  await setTotpSecret(db.owner, userId, "sealed");
  return { userId, email };
}

async function begin(userId: number): Promise<number> {
  const browser = { via: "password", userAgent: "a browser", validSeconds: 60 } as const;
  return (await openSession(db.database.sql, { userId, sessionVersion: 1, ...browser }))!;
}

describe("look-ups before a tenant is known", () => {
  test("a session sees every live membership in a fixed order, and none that was revoked", async () => {
    const [first, second] = [await newTenant(), await newTenant()];
    const { userId } = await newMember(second, "viewer");
    await db.owner`INSERT INTO memberships (tenant_id, user_id, role) VALUES (${first}, ${userId}, 'admin')`;
    const sessionId = await begin(userId);
    const session = { sessionId, userId };
    const tenants = async () =>
      (await findSession(db.database.sql, session)).map((person) => person.tenantId);
    expect(await tenants()).toEqual([first, second]);
    await db.owner`UPDATE memberships SET revoked_at = now() WHERE tenant_id = ${first} AND user_id = ${userId}`;
    expect(await tenants()).toEqual([second]);
    await db.owner`UPDATE users SET session_version = 2 WHERE id = ${userId}`;
    expect(await tenants()).toEqual([]);
  });

  test("a session works where it was moved, the next one begins there, and nobody moves it where they do not belong", async () => {
    const [first, second, foreign] = [await newTenant(), await newTenant(), await newTenant()];
    const { userId } = await newMember(first);
    const stranger = await newMember(foreign);
    await db.owner`INSERT INTO memberships (tenant_id, user_id, role) VALUES (${second}, ${userId}, 'viewer')`;
    const { sql } = db.database;
    const sessionId = await begin(userId);
    const where = async (id: number) => (await findSession(sql, { sessionId: id, userId }))[0]?.tenantId;
    expect(await where(sessionId)).toBe(first);
    expect(await moveSession(sql, { sessionId, userId, tenantId: second })).toBe(true);
    expect(await where(sessionId)).toBe(second);
    expect(await moveSession(sql, { sessionId, userId, tenantId: foreign })).toBe(false);
    expect(await moveSession(sql, { sessionId, userId: stranger.userId, tenantId: foreign })).toBe(false);
    expect(await where(sessionId)).toBe(second);
    expect(await where(await begin(userId))).toBe(second);
  });

  test("a session that was ended or ran out is nobody's, nor is another's id, and the dead begin none", async () => {
    const { sql } = db.database;
    const tenantId = await newTenant();
    const { userId } = await newMember(tenantId);
    const other = await newMember(tenantId);
    const [ended, late, live] = [await begin(userId), await begin(userId), await begin(userId)];
    const rowsOf = async (sessionId: number, by = userId) =>
      (await findSession(sql, { sessionId, userId: by })).length;
    await endSession(sql, ended, other.userId);
    expect(await rowsOf(ended)).toBe(1);
    await endSession(sql, ended, userId);
    await db.owner`UPDATE sessions SET expires_at = now() WHERE id = ${late}`;
    expect(
      await Promise.all([rowsOf(ended), rowsOf(late), rowsOf(live, other.userId), rowsOf(live)]),
    ).toEqual([0, 0, 0, 1]);
    await db.owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${userId}`;
    const again = { userId, sessionVersion: 1, via: "password", userAgent: null, validSeconds: 60 } as const;
    expect(await openSession(sql, again)).toBeNull();
    expect(await openSession(sql, { ...again, userId: other.userId, sessionVersion: 2 })).toBeNull();
  });

  test("only the exact hash and the exact address find anything", async () => {
    const tenantId = await newTenant();
    const { userId, email } = await newMember(tenantId);
    await db.owner`INSERT INTO personal_tokens (tenant_id, user_id, name, token_hash)
      VALUES (${tenantId}, ${userId}, 't', ${sha256("a")})`;
    await db.owner`INSERT INTO agents (tenant_id, name, key_hash, key_prefix)
      VALUES (${tenantId}, 'pricing', ${sha256("b")}, 'csa_')`;
    const { sql } = db.database;
    expect(await findPersonalToken(sql, [sha256("a")])).toMatchObject({ userId, tenantId });
    expect(await findAgentKey(sql, [sha256("b")])).toMatchObject({ tenantId, name: "pricing" });
    expect(await findUserForSignIn(sql, email.toUpperCase())).toMatchObject({ userId, passwordHash: null });
    for (const guess of ["%", "", "' OR true --", sha256("c"), sha256("b")])
      expect(await findPersonalToken(sql, [guess])).toBeNull();
    for (const guess of ["%", sha256("a")]) expect(await findAgentKey(sql, [guess])).toBeNull();
    expect(await findUserForSignIn(sql, "%@example.com")).toBeNull();
  });

  test("without a tenant the application reads no credential table", async () => {
    const { sql } = db.database;
    await newMember(await newTenant());
    for (const table of ["users", "memberships", "agents", "personal_tokens"]) {
      expect(await sql`SELECT 1 FROM ${sql(table)}`).toHaveLength(0);
    }
    await expect(sql`SELECT 1 FROM auth_attempts`).rejects.toMatchObject({ code: "42501" });
  });

  test("failures drain with time, stop at their limit, and are forgiven by a success", async () => {
    const { sql } = db.database;
    const fail = (subject: string, max: number | null = 3) => recordAuthAttempt(sql, subject, max, 60);
    expect(await knowsAuthSubject(sql, "s")).toBe(false);
    for (const failures of [1, 2, 3]) expect(await fail("s")).toBeCloseTo(failures, 1);
    expect(await fail("s")).toBeNull();
    expect(await fail("other")).toBe(1);
    await db.owner`UPDATE auth_attempts SET attempted_at = attempted_at - interval '61 seconds' WHERE subject = 's'`;
    expect(await fail("s")).toBeCloseTo(3, 1);
    expect(await fail("s")).toBeNull();
    await forgiveAuthAttempts(sql, "s", 3);
    expect(await fail("s")).toBeCloseTo(1, 1);
    expect(await knowsAuthSubject(sql, "s")).toBe(true);
  });

  test("without a limit nothing is refused, and the count ends at twenty", async () => {
    const { sql } = db.database;
    for (let count = 1; count <= 25; count += 1)
      expect(await recordAuthAttempt(sql, "slow", null, 3_600)).toBeCloseTo(Math.min(20, count), 1);
  });
});

describe("a code's step", () => {
  test("is spent once, in order, however many ask at the same time", async () => {
    const tenantId = await newTenant();
    const { userId } = await newMember(tenantId);
    const spend = (step: number) =>
      inTenant(db.database, tenantId, (tx) => spendTotpStep(tx, { tenantId, userId, step }));
    const wins = await Promise.all(Array.from({ length: 16 }, () => spend(1_000)));
    expect(wins.filter(Boolean)).toHaveLength(1);
    expect([await spend(1_000), await spend(999), await spend(1_001)]).toEqual([false, false, true]);
  });

  test("is not spent, and no secret read, from another tenant or after a revocation", async () => {
    const [tenantId, other] = [await newTenant(), await newTenant()];
    const { userId } = await newMember(tenantId);
    const attempt = (inId: number, namedId: number) =>
      inTenant(db.database, inId, async (tx) => [
        await findTotpFactor(tx, { tenantId: namedId, userId }),
        await spendTotpStep(tx, { tenantId: namedId, userId, step: 5 }),
      ]);
    expect(await attempt(other, other)).toEqual([null, false]);
    expect(await attempt(other, tenantId)).toEqual([null, false]);
    await db.owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${userId}`;
    expect(await attempt(tenantId, tenantId)).toEqual([null, false]);
  });
});

test("approvers are counted without viewers, revoked members, disabled people and other tenants", async () => {
  const [tenantId, other] = [await newTenant(), await newTenant()];
  await newMember(tenantId, "approver");
  await newMember(tenantId, "admin");
  await newMember(tenantId, "viewer");
  await newMember(other, "admin");
  const revoked = await newMember(tenantId, "admin");
  await db.owner`UPDATE memberships SET revoked_at = now() WHERE user_id = ${revoked.userId}`;
  const disabled = await newMember(tenantId, "approver");
  await db.owner`UPDATE users SET disabled_at = now() WHERE id = ${disabled.userId}`;
  expect(await inTenant(db.database, tenantId, (tx) => countApprovers(tx, tenantId))).toBe(2);
});
