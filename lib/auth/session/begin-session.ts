import type { User } from "next-auth";
import { getDatabase } from "@/db/client";
import { openSession } from "@/db/queries/people/identity";
import { SESSION_SECONDS_MAX } from "./session-cookie";

const USER_AGENT_LENGTH_MAX = 300;

/** What the session's cookie will hold. Null, which reads as a wrong password: nobody with a live membership. */
export async function beginSession(
  { userId, sessionVersion }: { userId: number; sessionVersion: number },
  via: "password" | "oidc",
  userAgent: string | null,
): Promise<User | null> {
  const sessionId = await openSession(getDatabase().sql, {
    userId,
    sessionVersion,
    via,
    // As the browser names itself, without what cannot be stored.
    userAgent: userAgent?.replaceAll(/\p{Cc}/gu, "").slice(0, USER_AGENT_LENGTH_MAX) || null,
    validSeconds: SESSION_SECONDS_MAX,
  });
  return sessionId === null ? null : { id: String(userId), sessionId };
}
