import type { Profile, User } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { beginSession } from "@/lib/auth/session/begin-session";
import type { OidcConfig } from "./oidc-config";
import { signInByOidc } from "./oidc-sign-in";
import { OIDC_REFUSALS } from "./sign-in-words";

/** Part of the redirect address that is registered at the provider: /api/auth/callback/oidc. */
export const OIDC_PROVIDER_ID = "oidc";

interface Claims extends Profile {
  iss?: unknown;
  email_verified?: unknown;
}

const answerTimeoutMs = 10_000;

/**
 * Any OpenID provider that supports discovery. NextAuth checks signature, issuer, audience, expiry, state, nonce and
 * PKCE.
 */
export function oidcProvider(config: OidcConfig): OAuthConfig<Claims> {
  return {
    id: OIDC_PROVIDER_ID,
    name: config.name,
    type: "oauth",
    wellKnown: `${config.issuer}/.well-known/openid-configuration`,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    authorization: { params: { scope: "openid email profile" } },
    checks: ["pkce", "state", "nonce"],
    idToken: true,
    httpOptions: { timeout: answerTimeoutMs },
    userinfo: {
      // Many providers put the email address into the ID token; strict ones return it only from the userinfo endpoint.
      request: async ({ tokens, client }) => {
        // NextAuth's types omit the method that returns the claims of the verified ID token.
        const claims = (tokens as unknown as { claims: () => Claims }).claims();
        if (claims.email || !client.issuer.metadata.userinfo_endpoint) return claims;
        // The client checks that its subject equals the ID token's.
        const userInfo = await client.userinfo(tokens as Parameters<typeof client.userinfo>[0]);
        return { ...userInfo, iss: claims.iss, sub: claims.sub } as Claims;
      },
    },
    // A placeholder: `admitByOidc` replaces it with our person or refuses the sign-in.
    profile: (claims) => ({ id: String(claims.sub), sessionId: 0 }),
  };
}

/** Returns true after turning `user` into our person, otherwise the sign-in page's address with the reason. */
export async function admitByOidc(
  { issuer }: OidcConfig,
  user: User,
  profile: Profile | undefined,
  userAgent: string | null,
): Promise<true | string> {
  const claims = profile as Claims | undefined;
  if (typeof claims?.iss !== "string" || claims.iss.replace(/\/+$/, "") !== issuer)
    return refusal(OIDC_REFUSALS.wrong_issuer);
  const result = await signInByOidc({
    issuer,
    subject: String(claims.sub),
    email: typeof claims.email === "string" ? claims.email : null,
    emailVerified: claims.email_verified === true,
  });
  if (result.outcome === "refused") return refusal(result.code);
  const session = await beginSession(result.user, "oidc", userAgent);
  if (!session) return refusal(OIDC_REFUSALS.unknown);
  Object.assign(user, session);
  return true;
}

function refusal(code: string): string {
  return `/sign-in?error=${code}`;
}
