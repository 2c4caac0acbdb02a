import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { type Installation, type Role, installation, roles, sessionFile, userOf } from "./installation";

/** Signs in once per role, so that no test spends time on it but the ones about signing in. */
export async function keepSessions(): Promise<void> {
  for (const role of roles) {
    const cookies = await signIn(userOf(role));
    await writeFile(sessionFile(role), JSON.stringify({ cookies, origins: [] }), { mode: 0o600 });
  }
}

/** Sends the same as the sign-in form. @throws Error when no session comes back. */
export async function signIn(who: Pick<Installation["users"][number], "email" | "password">) {
  const { url } = installation();
  const first = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await first.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: pairs(first).join("; "), origin: url },
    body: new URLSearchParams({ csrfToken, email: who.email, password: who.password, json: "true" }),
  });
  const session = pairs(answer).find((pair) => pair.startsWith("next-auth.session-token="));
  if (!session) throw new Error(`${who.email} could not sign in: ${answer.status} ${await answer.text()}`);
  return [
    {
      name: "next-auth.session-token",
      value: session.slice(session.indexOf("=") + 1),
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

function pairs(answer: Response): string[] {
  return answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
}

/** The kept session of a role, for requests that carry a cookie themselves. */
export function cookieOf(role: Role): Cookie {
  const { cookies } = JSON.parse(readFileSync(sessionFile(role), "utf8")) as { cookies: Cookie[] };
  return cookies[0]!;
}
