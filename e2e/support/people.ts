import { randomUUID } from "node:crypto";
import { insertPerson } from "@/db/seed/tenant";
import { hashPassword } from "@/lib/auth/password";
import { database } from "./database";
import type { Role } from "./installation";

export interface NewPerson {
  userId: number;
  name: string;
  email: string;
  password: string;
}

/** Somebody new in the demo's company, for tests after which nobody may sign in as them again. */
export async function hire(role: Role): Promise<NewPerson> {
  const email = `new-${randomUUID().slice(0, 8)}@greenfield.example`;
  const password = randomUUID();
  const name = "Robin Vance";
  const sql = database();
  const [tenant] = await sql<{ id: number }[]>`SELECT id FROM tenants WHERE slug = 'greenfield'`;
  const userId = await insertPerson(sql, tenant!.id, {
    name,
    email,
    role,
    passwordHash: await hashPassword(password),
    tokenHash: null,
  });
  return { userId, name, email, password };
}

/** Ends every session of this person, as an administrator does after a lost phone. */
export async function endSessions({ userId }: NewPerson): Promise<void> {
  await database()`UPDATE users SET session_version = session_version + 1 WHERE id = ${userId}`;
}

export async function revokeMembership({ userId }: NewPerson): Promise<void> {
  await database()`UPDATE memberships SET revoked_at = now() WHERE user_id = ${userId}`;
}
