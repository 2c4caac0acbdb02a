import { decode } from "next-auth/jwt";
import { getEnv } from "@/lib/env";

/** The content of a session cookie. Person and role are read from the database on every request. */
export interface SessionClaims {
  sessionId: number;
  userId: number;
}

export const SESSION_SECONDS_MAX = 12 * 3600;

/** Browsers never send a `__Secure-` cookie over plain http. */
export function usesSecureCookies(): boolean {
  return getEnv().NEXTAUTH_URL?.startsWith("https://") ?? false;
}

export function sessionCookieName(): string {
  return usesSecureCookies() ? "__Secure-next-auth.session-token" : "next-auth.session-token";
}

/** @throws Error when NEXTAUTH_SECRET is not set. */
export function sessionSecret(): string {
  const secret = getEnv().NEXTAUTH_SECRET;
  if (!secret) throw new Error("NEXTAUTH_SECRET is not set");
  return secret;
}

/** Null for a cookie that is forged, expired or malformed. @throws Error when NEXTAUTH_SECRET is not set. */
export async function readSessionCookie(value: string): Promise<SessionClaims | null> {
  const secret = sessionSecret();
  try {
    const claims = await decode({ token: value, secret });
    if (!claims) return null;
    const { sessionId, userId } = claims;
    return Number.isSafeInteger(sessionId) && Number.isSafeInteger(userId) ? { sessionId, userId } : null;
  } catch {
    return null;
  }
}

/** The session cookie's value from a Cookie header, or null. */
export function sessionCookieOf(cookieHeader: string | null): string | null {
  const name = sessionCookieName();
  for (const pair of cookieHeader?.split(";") ?? []) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
