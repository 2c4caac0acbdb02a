import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { z } from "zod";
import { getDatabase } from "@/db/client";
import { endSession } from "@/db/queries/people/identity";
import { log } from "@/lib/log";
import { beginSession } from "@/lib/auth/session/begin-session";
import { oidcConfig, passwordsAllowed } from "./oidc-config";
import { OIDC_PROVIDER_ID, admitByOidc, oidcProvider } from "./oidc-provider";
import {
  SESSION_SECONDS_MAX,
  sessionCookieName,
  sessionSecret,
  usesSecureCookies,
} from "@/lib/auth/session/session-cookie";
import { signIn } from "./sign-in";
import { PASSWORDS_OFF, TOO_MANY_ATTEMPTS } from "./sign-in-words";

const credentialsSchema = z.object({ email: z.string(), password: z.string() });
const ADDRESS_LENGTH_MAX = 64;

/**
 * Made per request, since the environment is not there yet while pages are built. `userAgent` is what the browser calls
 * itself, for the list of one's sessions.
 * @throws Error when NEXTAUTH_SECRET is not set.
 */
export function authOptions(userAgent: string | null = null): NextAuthOptions {
  const secure = usesSecureCookies();
  const oidc = oidcConfig();
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
          // NextAuth hands an error's message to the sign-in page as its code.
          if (!passwordsAllowed()) throw new Error(PASSWORDS_OFF);
          const claim = credentialsSchema.safeParse(credentials);
          if (!claim.success) return null;
          const result = await signIn({ ...claim.data, address: addressOf(request.headers) });
          if (result.outcome === "too_many_attempts") throw new Error(TOO_MANY_ATTEMPTS);
          if (result.outcome === "refused") return null;
          return beginSession(result.user, "password", userAgent);
        },
      }),
      ...(oidc ? [oidcProvider(oidc)] : []),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => targetOf(url, baseUrl),
      // True lets in; a path says on the sign-in page why not.
      signIn: ({ account, user, profile }) =>
        account?.provider === OIDC_PROVIDER_ID && oidc ? admitByOidc(oidc, user, profile, userAgent) : true,
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
    // Its own would print whole profiles.
    logger: {
      error: (code, metadata) => log.warn({ code, reason: reasonOf(metadata) }, "A sign-in failed"),
      warn: (code) => log.debug({ code }, "NextAuth warns"),
      debug: () => {},
    },
  };
}

/**
 * Where somebody goes from here: an address of ours, whatever was asked for. NextAuth's own answers what is no address at
 * all with a 500, and hands on whatever a form, JSON or a cookie holds.
 */
function targetOf(url: unknown, baseUrl: string): string {
  if (typeof url !== "string" || !URL.canParse(url, baseUrl)) return baseUrl;
  const target = new URL(url, baseUrl);
  return target.origin === new URL(baseUrl).origin ? target.href : baseUrl;
}

function reasonOf(metadata: unknown): string | undefined {
  const error = metadata instanceof Error ? metadata : (metadata as { error?: unknown } | null)?.error;
  return error instanceof Error ? error.message : undefined;
}

/** The last hop's word alone: earlier entries are whatever the caller wrote there. */
function addressOf(headers: Record<string, unknown> | undefined): string | null {
  const forwarded = headers?.["x-forwarded-for"];
  const last = typeof forwarded === "string" ? forwarded.split(",").at(-1)?.trim() : undefined;
  return last && last.length <= ADDRESS_LENGTH_MAX && /^[\w.:%]+$/.test(last) ? last : null;
}
