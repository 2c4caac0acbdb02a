import type { NextAuthOptions, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { z } from "zod";
import { getDatabase } from "@/db/client";
import { endSession, openSession } from "@/db/queries/identity";
import { SESSION_SECONDS_MAX, sessionCookieName, sessionSecret, usesSecureCookies } from "./session-cookie";
import { signIn } from "./sign-in";
import { TOO_MANY_ATTEMPTS } from "./sign-in-words";

const credentialsSchema = z.object({ email: z.string(), password: z.string() });
const ADDRESS_LENGTH_MAX = 64;
const USER_AGENT_LENGTH_MAX = 300;

/**
 * Made per request, since the environment is not there yet while pages are built.
 * @throws Error when NEXTAUTH_SECRET is not set.
 */
export function authOptions(): NextAuthOptions {
  const secure = usesSecureCookies();
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS_MAX },
    useSecureCookies: secure,
    cookies: {
      sessionToken: {
        name: sessionCookieName(),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure },
      },
    },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [
      CredentialsProvider({
        name: "Password",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: async (credentials, request) => {
          const claim = credentialsSchema.safeParse(credentials);
          if (!claim.success) return null;
          const result = await signIn({ ...claim.data, address: addressOf(request.headers) });
          // NextAuth hands an error's message to the sign-in page as its code.
          if (result.outcome === "too_many_attempts") throw new Error(TOO_MANY_ATTEMPTS);
          if (result.outcome === "refused") return null;
          return beginSession(result.user, "password", userAgentOf(request.headers));
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) =>
        user
          ? { sessionId: user.sessionId, userId: Number(user.id) }
          : { sessionId: token.sessionId, userId: token.userId },
      // The browser needs to know no more than until when; pages read the person from the database.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      // The cookie goes too, but only this makes a copy of it worthless.
      signOut: async ({ token }) => {
        if (token) await endSession(getDatabase().sql, token.sessionId, token.userId);
      },
    },
  };
}

/** Null, which reads as a wrong password: nobody with a live membership. */
async function beginSession(
  user: { userId: number; sessionVersion: number },
  via: "password" | "oidc",
  userAgent: string | null,
): Promise<User | null> {
  const { userId, sessionVersion } = user;
  const validSeconds = SESSION_SECONDS_MAX;
  const sessionId = await openSession(getDatabase().sql, {
    userId,
    sessionVersion,
    via,
    userAgent,
    validSeconds,
  });
  return sessionId === null ? null : { id: String(userId), sessionId };
}

/** As the browser names itself, for the list of one's sessions; cut to what is kept, without what cannot be stored. */
function userAgentOf(headers: Record<string, unknown> | undefined): string | null {
  const given = headers?.["user-agent"];
  return typeof given === "string"
    ? given.replaceAll(/\p{Cc}/gu, "").slice(0, USER_AGENT_LENGTH_MAX) || null
    : null;
}

/** The last hop's word alone: earlier entries are whatever the caller wrote there. */
function addressOf(headers: Record<string, unknown> | undefined): string | null {
  const forwarded = headers?.["x-forwarded-for"];
  const last = typeof forwarded === "string" ? forwarded.split(",").at(-1)?.trim() : undefined;
  return last && last.length <= ADDRESS_LENGTH_MAX && /^[\w.:%]+$/.test(last) ? last : null;
}
