import type { User } from "next-auth";
import { getDatabase } from "@/db/client";
import { openSession } from "@/db/queries/people/identity";
import { SESSION_SECONDS_MAX } from "./session-cookie";

const USER_AGENT_LENGTH_MAX = 300;

/**
 * Opens a session and returns the content of its cookie. Null if the person has no live membership; NextAuth then
 * reports a wrong password.
 */
export async function beginSession(
  { userId, sessionVersion }: { userId: number; sessionVersion: number },
  via: "password" | "oidc",
  userAgent: string | null,
): Promise<User | null> {
  const sessionId = await openSession(getDatabase().sql, {
    userId,
    sessionVersion,
    via,
    // Without control characters: Postgres refuses NUL.
    userAgent: userAgent?.replaceAll(/\p{Cc}/gu, "").slice(0, USER_AGENT_LENGTH_MAX) || null,
    validSeconds: SESSION_SECONDS_MAX,
  });
  return sessionId === null ? null : { id: String(userId), sessionId };
}
