export interface OidcSettings {
  OIDC_ISSUER?: string | undefined;
  OIDC_CLIENT_ID?: string | undefined;
  OIDC_CLIENT_SECRET?: string | undefined;
  OIDC_ONLY?: boolean | undefined;
}

const required = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

/** The OIDC variables are all set or all unset. Switching passwords off (OIDC_ONLY) requires them. */
export function findOidcFaults(env: OidcSettings): { path: keyof OidcSettings; message: string }[] {
  const usesOidc = env.OIDC_ONLY === true || required.some((name) => env[name] !== undefined);
  const missing = usesOidc ? required.filter((name) => env[name] === undefined) : [];
  const faults: ReturnType<typeof findOidcFaults> = missing.map((path) => ({
    path,
    message: "is needed for signing in through a provider (OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET)",
  }));
  if (env.OIDC_ISSUER !== undefined && !isIssuer(env.OIDC_ISSUER))
    faults.push({
      path: "OIDC_ISSUER",
      message: "must be the provider's https address (http only on 127.0.0.1 or localhost)",
    });
  return faults;
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  return (protocol === "https:" || (protocol === "http:" && isLocal)) && search === "" && hash === "";
}
