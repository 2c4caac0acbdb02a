import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { AddedPerson, PersonView } from "@/lib/contract/people/people";
import { companyOf } from "@/lib/gateway/access/found-company";
import { newTotpSecret } from "@/lib/auth/second-factor/totp";
import type { InputOf, ResultOf } from "@/lib/operations";
import { succeed } from "../http/call";
import { database } from "../database";
import { type Role, installation, useStorageKey } from "../installation";
import { signIn } from "./sessions";

/** People and agents of a test's own, which it may change and revoke. */

export interface NewPerson {
  userId: number;
  name: string;
  email: string;
  password: string;
}

/** Somebody new in the demo's company, for tests after which nobody may sign in as them again. */
export async function hire(role: Role, totpSecret?: string): Promise<NewPerson> {
  const email = `new-${randomUUID().slice(0, 8)}@greenfield.example`;
  const password = randomUUID();
  const name = "Robin Vance";
  const sql = database();
  const [tenant] = await sql<{ tenantId: number; slug: string; name: string }[]>`
    SELECT id AS "tenantId", slug, name FROM tenants WHERE slug = 'greenfield'`;
  useStorageKey();
  const { userId } = await companyOf(sql, tenant!).addPerson({ name, email, role, password, totpSecret });
  return { userId, name, email, password };
}

/**
 * Somebody new with an authenticator app of their own. A code is good once: a test that decides as
 * them does not wait for the next code because another test has just used this one.
 */
export async function hireWithApp(role: Role): Promise<NewPerson & { totpSecret: string }> {
  const totpSecret = newTotpSecret();
  return { ...(await hire(role, totpSecret)), totpSecret };
}

type Credentials = Pick<NewPerson, "email" | "password">;

export async function addByAdmin(role: Role, name = "Nia Okafor"): Promise<AddedPerson> {
  const email = `nia-${randomUUID().slice(0, 8)}@greenfield.example`;
  return succeed("addPerson", "admin", { name, email, role });
}

export async function createByAdmin(
  more: Partial<InputOf<"createAgent">> = {},
): Promise<ResultOf<"createAgent">> {
  return succeed("createAgent", "admin", { name: `agent-${randomUUID().slice(0, 8)}`, ...more });
}

/**
 * The key of another agent for the same person as the installation's own. No administrator of the company made it: whoever makes
 * a key counts as an author.
 */
export async function addAgentLikeOwn(): Promise<string> {
  const sql = database();
  const [own] = await sql<
    { tenantId: number; slug: string; name: string; onBehalfOfUserId: number | null }[]
  >`
    SELECT t.id AS "tenantId", t.slug, t.name, a.on_behalf_of_user_id AS "onBehalfOfUserId"
    FROM agents a JOIN tenants t ON t.id = a.tenant_id WHERE t.slug = 'greenfield' AND a.name = 'pricing-agent'`;
  useStorageKey();
  const { onBehalfOfUserId } = own!;
  const name = `agent-${randomUUID().slice(0, 8)}`;
  return (await companyOf(sql, own!).addAgent({ name, onBehalfOfUserId })).key;
}

export async function personOf(id: number): Promise<PersonView> {
  const { items } = await succeed("listPeople", "admin");
  return items.find((person) => person.id === id)!;
}

/** The headers of a browser in a new session of theirs. */
export async function browserHeadersOf(who: Credentials): Promise<{ cookie: string; origin: string }> {
  const [cookie] = await signIn(who);
  return { cookie: `${cookie!.name}=${cookie!.value}`, origin: installation().url };
}

export async function enterAs(page: Page, who: Credentials): Promise<void> {
  await page.context().addCookies(await signIn(who));
}

/** Opens a person's dialog and chooses a change there. */
export async function manage(page: Page, id: number, change: RegExp): Promise<void> {
  await page
    .locator(`[data-person-id="${id}"]`)
    .getByRole("button", { name: /^Manage/ })
    .click();
  await page.getByRole("button", { name: change }).click();
}
