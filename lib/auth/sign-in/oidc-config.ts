import { getEnv } from "@/lib/env";

export interface OidcConfig {
  /** Without a trailing slash. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The provider's name on the sign-in page. */
  name: string;
}

/** Null: people sign in with passwords only. */
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

/** False if OIDC_ONLY is set: nobody can sign in with a password, change it or set it. */
export function passwordsAllowed(): boolean {
  return !getEnv().OIDC_ONLY;
}
