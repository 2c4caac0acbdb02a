import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
// oxlint-disable-next-line no-restricted-imports -- one look-up per request needs React's per-request cache, not its components
import { cache } from "react";
import type { Person } from "@/lib/core/access/principal";
import { membershipsOfSessionCookie, needsSecondFactor } from "./principals";
import { sessionCookieName } from "./session-cookie";

/** Holds the path of the requested page; proxy.ts sets it on every page request. */
const PATH_HEADER = "x-countersign-path";
const HOME = "/proposed-actions";

/**
 * The person behind this request's session in each of their tenants; the session's current tenant comes first. Read
 * from the database once per request. Empty when nobody is signed in.
 */
export const currentMemberships: () => Promise<Person[]> = cache(async () => {
  const value = (await cookies()).get(sessionCookieName())?.value;
  return value ? membershipsOfSessionCookie(value) : [];
});

/** The signed-in person in the current tenant. Null: nobody is signed in. */
export async function currentPerson(): Promise<Person | null> {
  return (await currentMemberships())[0] ?? null;
}

/**
 * For pages and server actions. Without a session, or an administrator's second factor, it redirects to the page that asks
 * for it, which leads back afterwards.
 */
export async function requirePerson(): Promise<Person> {
  const person = await currentPerson();
  if (person && !needsSecondFactor(person)) return person;
  const path = localPath((await headers()).get(PATH_HEADER));
  redirect(`/sign-in${person ? "/second-factor" : ""}?callbackUrl=${encodeURIComponent(path)}`);
}

/**
 * For the page that asks an administrator for their second factor. Whoever needs none here goes on to `onwards`, and nobody
 * is asked before they are signed in.
 */
export async function requireUnproven(onwards: string): Promise<Person> {
  const person = await currentPerson();
  if (!person) redirect(`/sign-in?callbackUrl=${encodeURIComponent(onwards)}`);
  if (!needsSecondFactor(person)) redirect(onwards);
  return person;
}

/**
 * The path if it stays on this site, otherwise the home page. `//elsewhere` and `/\elsewhere` would leave the site; so would
 * `/<tab>/elsewhere`, since browsers take tabs and line ends out of an address before they read it.
 */
export function localPath(path: string | null | undefined): string {
  return path && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path) && !path.startsWith("/sign-in") ? path : HOME;
}
