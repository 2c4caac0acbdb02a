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
import { clientAddressOf } from "@/lib/auth/request/client-address";
import { getEnv } from "@/lib/env";
import { knownDevice } from "./known-devices";
import { signIn } from "./sign-in";
import { PASSWORDS_OFF, TOO_MANY_ATTEMPTS } from "./sign-in-words";

const credentialsSchema = z.object({ email: z.string(), password: z.string() });

/** The browser's device cookie, and what is done after a password was right. */
export interface DeviceMemory {
  cookie: string | null;
  remember: (email: string) => void;
}
const forgetful: DeviceMemory = { cookie: null, remember: () => {} };

/**
 * Built per request, because the environment is not available while pages are built. `userAgent` is the browser's own
 * name, for the person's list of sessions.
 * @throws Error when NEXTAUTH_SECRET is not set.
 */
export function authOptions(
  userAgent: string | null = null,
  device: DeviceMemory = forgetful,
): NextAuthOptions {
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
          const input = credentialsSchema.safeParse(credentials);
          if (!input.success) return null;
          const { email } = input.data;
          const deviceId = await knownDevice(device.cookie, email);
          const hops = getEnv().TRUSTED_PROXY_HOPS;
          const clientAddress = clientAddressOf(request.headers?.["x-forwarded-for"], hops);
          const result = await signIn({ ...input.data, clientAddress, deviceId });
          if (result.outcome === "too_many_attempts") throw new Error(TOO_MANY_ATTEMPTS);
          if (result.outcome === "refused") return null;
          device.remember(email);
          return beginSession(result.user, "password", userAgent);
        },
      }),
      ...(oidc ? [oidcProvider(oidc)] : []),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => redirectTargetOf(url, baseUrl),
      // True admits the person. A path leads to the sign-in page, which shows the reason.
      signIn: ({ account, user, profile }) =>
        account?.provider === OIDC_PROVIDER_ID && oidc ? admitByOidc(oidc, user, profile, userAgent) : true,
      jwt: ({ token, user }) =>
        user
          ? { sessionId: user.sessionId, userId: Number(user.id) }
          : { sessionId: token.sessionId, userId: token.userId },
      // The browser needs only the expiry; pages read the person from the database.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      // NextAuth deletes the cookie; ending the session makes every copy of it worthless.
      signOut: async ({ token }) => {
        if (token) await endSession(getDatabase().sql, token.sessionId, token.userId);
      },
    },
    // NextAuth's own logger would print whole profiles.
    logger: {
      error: (code, metadata) => log.warn({ code, reason: reasonOf(metadata) }, "A sign-in failed"),
      warn: (code) => log.debug({ code }, "NextAuth warns"),
      debug: () => {},
    },
  };
}

/**
 * The address to redirect to, always on this site. NextAuth's own callback answers 500 to a malformed address and
 * passes on any value from a form, JSON or a cookie.
 */
function redirectTargetOf(url: unknown, baseUrl: string): string {
  if (typeof url !== "string" || !URL.canParse(url, baseUrl)) return baseUrl;
  const target = new URL(url, baseUrl);
  return target.origin === new URL(baseUrl).origin ? target.href : baseUrl;
}

function reasonOf(metadata: unknown): string | undefined {
  const error = metadata instanceof Error ? metadata : (metadata as { error?: unknown } | null)?.error;
  return error instanceof Error ? error.message : undefined;
}
