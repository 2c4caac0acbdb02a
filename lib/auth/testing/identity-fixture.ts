import { randomBytes } from "node:crypto";
import { encode } from "next-auth/jwt";
import { afterAll } from "vitest";
import { getDatabase } from "@/db/client";
import { useTestDatabase } from "@/db/testing/use-test-database";
import type { Role } from "@/lib/core/access/principal";
import { type Company, foundCompany } from "@/lib/gateway/access/found-company";
import { sessionCookieName, sessionSecret } from "@/lib/auth/session/session-cookie";

export const ORIGIN = "http://countersign.test:3000";

export interface Member {
  userId: number;
  email: string;
  password: string;
  token: string;
  cookie: string;
}

/**
 * A database with tenants, people and agents for one test file. The process's environment points at it, and it is dropped
 * after the last test.
 */
export async function useIdentities() {
  const test = await useTestDatabase();
  afterAll(() => getDatabase().end());
  // Set before anything reads the environment, which is parsed once.
  Object.assign(process.env, {
    DATABASE_URL: test.urls.app,
    NEXTAUTH_URL: ORIGIN,
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    COUNTERSIGN_SECRET_KEY: randomBytes(32).toString("base64"),
  });
  const { owner } = test;
  let people = 0;
  const companies = new Map<number, Company>();

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
    addTenant: async (): Promise<number> => {
      const slug = `t-${randomBytes(4).toString("hex")}`;
      const company = await foundCompany(owner, { slug, name: slug, foundedBy: "test" });
      companies.set(company.tenantId, company);
      return company.tenantId;
    },
    addMember: async (
      tenantId: number,
      role: Role,
      { totpSecret }: { totpSecret?: string } = {},
    ): Promise<Member> => {
      const email = `person-${++people}@example.com`;
      const password = `correct horse ${people}`;
      const company = companies.get(tenantId)!;
      const person = await company.addPerson({ name: email, email, role, password, totpSecret });
      const token = await company.addToken(person);
      const { userId } = person;
      return { userId, email, password, token, cookie: await cookieOf(userId, 1) };
    },
    addAgent: (tenantId: number) =>
      companies.get(tenantId)!.addAgent({ name: `agent-${randomBytes(4).toString("hex")}` }),
  };
}
