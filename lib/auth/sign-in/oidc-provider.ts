import type { Profile, User } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { beginSession } from "@/lib/auth/session/begin-session";
import type { OidcConfig } from "./oidc-config";
import { signInByOidc } from "./oidc-sign-in";
import { OIDC_REFUSALS } from "./sign-in-words";

/** Stands in the redirect address that the provider must know: /api/auth/callback/oidc. */
export const OIDC_PROVIDER_ID = "oidc";

interface Claims extends Profile {
  iss?: unknown;
  email_verified?: unknown;
}

const answerTimeoutMs = 10_000;

/** Any OpenID provider that can be discovered. NextAuth checks signature, issuer, audience, expiry, state, nonce and PKCE. */
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
      // Many providers put the address into the ID token; the strict ones tell it to who asks with the access token.
      request: async ({ tokens, client }) => {
        // NextAuth's types leave out the method by which the checked ID token is read.
        const claims = (tokens as unknown as { claims: () => Claims }).claims();
        if (claims.email || !client.issuer.metadata.userinfo_endpoint) return claims;
        // Compares its subject with the ID token's.
        const more = await client.userinfo(tokens as Parameters<typeof client.userinfo>[0]);
        return { ...more, iss: claims.iss, sub: claims.sub } as Claims;
      },
    },
    // Not ours yet: `admitByOidc` puts our person in its place, or refuses.
    profile: (claims) => ({ id: String(claims.sub), sessionId: 0 }),
  };
}

/** True, with `user` made into our person, or the sign-in page's address that says why not. */
export async function admitByOidc(
  { issuer }: OidcConfig,
  user: User,
  profile: Profile | undefined,
  userAgent: string | null,
): Promise<true | string> {
  const claims = profile as Claims | undefined;
  if (typeof claims?.iss !== "string" || claims.iss.replace(/\/+$/, "") !== issuer)
    return refusal(OIDC_REFUSALS.wrong_issuer);
  const admitted = await signInByOidc({
    issuer,
    subject: String(claims.sub),
    email: typeof claims.email === "string" ? claims.email : null,
    emailVerified: claims.email_verified === true,
  });
  if (admitted.outcome === "refused") return refusal(admitted.code);
  const begun = await beginSession(admitted.user, "oidc", userAgent);
  if (!begun) return refusal(OIDC_REFUSALS.unknown);
  Object.assign(user, begun);
  return true;
}

function refusal(code: string): string {
  return `/sign-in?error=${code}`;
}
