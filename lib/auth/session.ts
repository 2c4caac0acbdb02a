import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
// oxlint-disable-next-line no-restricted-imports -- one look-up per request needs React's per-request cache, not its components
import { cache } from "react";
import type { Person } from "@/lib/core/principal";
import { personFromSessionCookie } from "./principals";
import { sessionCookieName } from "./session-cookie";

/** Set by proxy.ts on every page request: which page was asked for. */
const PATH_HEADER = "x-countersign-path";
const HOME = "/proposed-actions";

/** The person behind this request's session, read from the database once per request; null when nobody is signed in. */
export const currentPerson: () => Promise<Person | null> = cache(async () => {
  const value = (await cookies()).get(sessionCookieName())?.value;
  return value ? personFromSessionCookie(value) : null;
});

/** For pages and server actions. Redirects to the sign-in page, and back afterwards, when nobody is signed in. */
export async function requirePerson(): Promise<Person> {
  const person = await currentPerson();
  if (person) return person;
  const path = localPath((await headers()).get(PATH_HEADER));
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
}

/** A path on this site, whatever was asked: `//elsewhere` and `/\elsewhere` would leave it. */
export function localPath(path: string | null | undefined): string {
  return path && /^\/(?![/\\])[^\\]*$/.test(path) && !path.startsWith("/sign-in") ? path : HOME;
}
