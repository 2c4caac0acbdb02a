import { getEnv } from "@/lib/env";

export interface OidcConfig {
  /** Without a slash at its end. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the sign-in page calls the provider. */
  name: string;
}

/** Null: people sign in with passwords alone. */
export function oidcConfig(): OidcConfig | null {
  const env = getEnv();
  if (!env.OIDC_ISSUER || !env.OIDC_CLIENT_ID || !env.OIDC_CLIENT_SECRET) return null;
  return {
    issuer: env.OIDC_ISSUER.replace(/\/+$/, ""),
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    name: env.OIDC_NAME ?? "single sign-on",
  };
}

/** False where OIDC_ONLY switches passwords off, for signing in, changing and setting them. */
export function passwordsAllowed(): boolean {
  return !getEnv().OIDC_ONLY;
}
