import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { AddedPerson, PersonView } from "@/lib/contract/people";
import type { InputOf, ResultOf } from "@/lib/operations";
import { succeed } from "./call";
import { type Role, installation } from "./installation";
import type { NewPerson } from "./people";
import { signIn } from "./sessions";

/** People and agents that a test makes for itself, so that it may change and revoke them. */

export async function addByAdmin(role: Role, name = "Nia Okafor"): Promise<AddedPerson> {
  const email = `nia-${randomUUID().slice(0, 8)}@greenfield.example`;
  return succeed("addPerson", "admin", { name, email, role });
}

export async function createByAdmin(
  more: Partial<InputOf<"createAgent">> = {},
): Promise<ResultOf<"createAgent">> {
  return succeed("createAgent", "admin", { name: `agent-${randomUUID().slice(0, 8)}`, ...more });
}

export async function personOf(id: number): Promise<PersonView> {
  const { items } = await succeed("listPeople", "admin");
  return items.find((person) => person.id === id)!;
}

/** The Cookie header of a new session of theirs. */
export async function cookieHeaderOf(who: Pick<NewPerson, "email" | "password">): Promise<string> {
  const [cookie] = await signIn(who);
  return `${cookie!.name}=${cookie!.value}`;
}

/** Headers with which a route believes a request of the browser's. */
export async function browserHeadersOf(
  who: Pick<NewPerson, "email" | "password">,
): Promise<{ cookie: string; origin: string }> {
  return { cookie: await cookieHeaderOf(who), origin: installation().url };
}

/** Signs somebody of one's own in on this page. */
export async function enterAs(page: Page, who: Pick<NewPerson, "email" | "password">): Promise<void> {
  await page.context().addCookies(await signIn(who));
}
