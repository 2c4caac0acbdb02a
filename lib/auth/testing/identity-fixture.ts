import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { getDatabase } from "@/db/client";
import { type TestDatabase, createTestDatabase } from "@/db/testing/test-database";
import type { Role } from "@/lib/core/access/principal";
import { hashPassword } from "@/lib/auth/sign-in/password";
import { sessionCookieName, sessionSecret } from "@/lib/auth/session/session-cookie";
import { newAgentKey, newPersonalToken } from "@/lib/auth/session/tokens";
import { sealTotpSecret } from "@/lib/auth/second-factor/totp";

export const ORIGIN = "http://countersign.test:3000";

export interface Member {
  userId: number;
  email: string;
  password: string;
  token: string;
  cookie: string;
}

/** For tests: a database with tenants, people and agents. The process's environment points at it. */
export interface IdentityFixture {
  test: TestDatabase;
  addTenant(): Promise<number>;
  addMember(tenantId: number, role: Role, options?: { totpSecret?: string }): Promise<Member>;
  addAgent(tenantId: number): Promise<{ agentId: number; key: string }>;
  cookieOf(userId: number, sessionVersion: number): Promise<string>;
  drop(): Promise<void>;
}

export async function createIdentityFixture(): Promise<IdentityFixture> {
  const test = await createTestDatabase();
  // Set before anything reads the environment, which is parsed once.
  Object.assign(process.env, {
    DATABASE_URL: test.urls.app,
    NEXTAUTH_URL: ORIGIN,
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    COUNTERSIGN_SECRET_KEY: randomBytes(32).toString("base64"),
  });
  const { owner } = test;
  let people = 0;

  const cookieOf = async (userId: number, sessionVersion: number): Promise<string> => {
    // A cookie needs a session row. A version other than the user's makes the session invalid from the start.
    const [row] = await owner`
      INSERT INTO sessions (user_id, tenant_id, session_version, via, expires_at)
      SELECT ${userId}, min(tenant_id), ${sessionVersion}, 'password', now() + interval '1 hour' FROM memberships WHERE user_id = ${userId}
      RETURNING id`;
    const token = { sessionId: row!.id, userId };
    const value = await encode({ token, secret: sessionSecret() });
    return `${sessionCookieName()}=${value}`;
  };

  return {
    test,
    cookieOf,
    addTenant: async () => {
      const slug = `t-${randomBytes(4).toString("hex")}`;
      const [row] = await owner`INSERT INTO tenants (slug, name) VALUES (${slug}, ${slug}) RETURNING id`;
      return row!.id;
    },
    addMember: async (tenantId, role, { totpSecret } = {}) => {
      const email = `person-${++people}@example.com`;
      const password = `correct horse ${people}`;
      const token = newPersonalToken();
      const [user] = await owner`
        INSERT INTO users (email, name, password_hash) VALUES (${email}, ${email}, ${await hashPassword(password)}) RETURNING id`;
      const userId: number = user!.id;
      if (totpSecret)
        await owner`UPDATE users SET totp_secret_encrypted = ${sealTotpSecret(userId, totpSecret)} WHERE id = ${userId}`;
      await owner`INSERT INTO memberships (tenant_id, user_id, role) VALUES (${tenantId}, ${userId}, ${role})`;
      await owner`
        INSERT INTO personal_tokens (tenant_id, user_id, name, token_hash) VALUES (${tenantId}, ${userId}, 'test', ${token.hash})`;
      return { userId, email, password, token: token.token, cookie: await cookieOf(userId, 1) };
    },
    addAgent: async (tenantId) => {
      const { token, hash, prefix } = newAgentKey();
      const name = `agent-${randomBytes(4).toString("hex")}`;
      const [row] = await owner`
        INSERT INTO agents (tenant_id, name, key_hash, key_prefix) VALUES (${tenantId}, ${name}, ${hash}, ${prefix}) RETURNING id`;
      return { agentId: row!.id, key: token };
    },
    drop: async () => {
      await getDatabase().end();
      await test.drop();
    },
  };
}
