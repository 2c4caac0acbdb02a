import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { SESSION_COOKIE, proveSessions, signInOver } from "@/scripts/smoke/signed-in";
import { database } from "../database";
import {
  type Installation,
  type Role,
  installation,
  roles,
  sessionFile,
  useStorageKey,
  userOf,
} from "../installation";

type Credentials = Pick<Installation["users"][number], "email" | "password">;

/** Signs in once per role, so that no test spends time on it but the ones about signing in. */
export async function keepSessions(): Promise<void> {
  for (const role of roles) {
    const cookies = await signIn(userOf(role));
    await writeFile(sessionFile(role), JSON.stringify({ cookies, origins: [] }), { mode: 0o600 });
  }
}

/** Signs in as the form does; an administrator has proven their second factor besides. */
export async function signIn(who: Credentials) {
  const cookie = await signInByPassword(who);
  useStorageKey();
  await proveSessions(database(), who.email);
  return cookie;
}

/** The same without a second factor. @throws Error when no session comes back. */
export async function signInByPassword(who: Credentials) {
  const { url } = installation();
  return [
    {
      name: SESSION_COOKIE,
      value: await signInOver(url, who),
      domain: new URL(url).hostname,
      path: "/",
      expires: -1,
      httpOnly: true,
      secure: false,
      sameSite: "Lax" as const,
    },
  ];
}
type Cookie = Awaited<ReturnType<typeof signIn>>[number];

/** The kept session of a role, for requests that carry a cookie themselves. */
export function cookieOf(role: Role): Cookie {
  const { cookies } = JSON.parse(readFileSync(sessionFile(role), "utf8")) as { cookies: Cookie[] };
  return cookies[0]!;
}
