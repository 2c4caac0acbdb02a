import { randomUUID } from "node:crypto";
import { insertPerson, setTotpSecret } from "@/db/seed/tenant";
import { hashPassword } from "@/lib/auth/sign-in/password";
import { newTotpSecret, sealTotpSecret } from "@/lib/auth/second-factor/totp";
import { database } from "./database";
import { type Role, storageKey } from "./installation";

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

/**
 * Somebody new with an authenticator app of their own. A code is good once: who decides as them need not wait for the
 * next one because another test has just used this one.
 */
export async function hireWithApp(role: Role): Promise<NewPerson & { totpSecret: string }> {
  const person = await hire(role);
  const totpSecret = newTotpSecret();
  process.env.COUNTERSIGN_SECRET_KEY = storageKey();
  await setTotpSecret(database(), person.userId, sealTotpSecret(person.userId, totpSecret));
  return { ...person, totpSecret };
}

/** Ends every session of this person, as an administrator does after a lost phone. */
export async function endSessions({ userId }: NewPerson): Promise<void> {
  await database()`UPDATE users SET session_version = session_version + 1 WHERE id = ${userId}`;
}

export async function revokeMembership({ userId }: NewPerson): Promise<void> {
  await database()`UPDATE memberships SET revoked_at = now() WHERE user_id = ${userId}`;
}
