import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { z } from "zod";
import { SESSION_SECONDS_MAX, sessionCookieName, sessionSecret, usesSecureCookies } from "./session-cookie";
import { signIn } from "./sign-in";
import { TOO_MANY_ATTEMPTS } from "./sign-in-words";

const credentialsSchema = z.object({ email: z.string(), password: z.string() });
const ADDRESS_LENGTH_MAX = 64;

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
          return { id: String(result.user.userId), sessionVersion: result.user.sessionVersion };
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) =>
        user
          ? { userId: Number(user.id), sessionVersion: user.sessionVersion }
          : { userId: token.userId, sessionVersion: token.sessionVersion },
      // The browser needs to know no more than until when; pages read the person from the database.
      session: ({ session }) => ({ expires: session.expires }),
    },
  };
}

/** The last hop's word alone: earlier entries are whatever the caller wrote there. */
function addressOf(headers: Record<string, unknown> | undefined): string | null {
  const forwarded = headers?.["x-forwarded-for"];
  const last = typeof forwarded === "string" ? forwarded.split(",").at(-1)?.trim() : undefined;
  return last && last.length <= ADDRESS_LENGTH_MAX && /^[\w.:%]+$/.test(last) ? last : null;
}
