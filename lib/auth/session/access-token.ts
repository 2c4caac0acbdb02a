import { type JWTVerifyGetKey, createRemoteJWKSet, errors, jwtVerify } from "jose";
import { z } from "zod";
import { AppError } from "@/lib/core/errors";

/** An access token of the identity provider, for one resource of ours. We verify such tokens and issue none. */
export interface AccessClaims {
  subject: string;
  scopes: readonly string[];
}

const tokenLengthMax = 8_192;
const answerTimeoutMs = 5_000;
const toleranceSeconds = 30;
/** A symmetric one would make the provider's clients its signers. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

const keysByIssuer = new Map<string, JWTVerifyGetKey>();

/** True for text of the form of a JSON Web Token, which no key of ours has. */
export const looksLikeJwt = (bearer: string): boolean => /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(bearer);

/**
 * @param issuer - without a slash at its end, as OIDC_ISSUER.
 * @param audience - the resource that the token must have been issued for.
 * @throws AppError unauthenticated 401 for whatever is not in order with the token. A provider that cannot be asked for its
 *   keys is a fault.
 */
export async function verifyAccessToken(
  token: string,
  { issuer, audience }: { issuer: string; audience: string },
): Promise<AccessClaims> {
  if (token.length > tokenLengthMax) throw notValid();
  const keys = await keysOf(issuer);
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer: [issuer, `${issuer}/`],
      audience,
      algorithms,
      clockTolerance: toleranceSeconds,
      requiredClaims: ["sub", "exp"],
    });
    return { subject: payload.sub!, scopes: scopesOf(payload) };
  } catch (error) {
    // A token of a key that the provider does not name is the token's fault; a provider that does not answer is not.
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) throw notValid();
    throw error;
  }
}

const discoverySchema = z.object({ jwks_uri: z.url({ protocol: /^https?$/ }) });

async function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
  const known = keysByIssuer.get(issuer);
  if (known) return known;
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: "error",
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  if (!response.ok)
    throw new Error(`the identity provider answered ${response.status} for its configuration`);
  const { jwks_uri: address } = discoverySchema.parse(await response.json());
  const keys = createRemoteJWKSet(new URL(address), { timeoutDuration: answerTimeoutMs });
  keysByIssuer.set(issuer, keys);
  return keys;
}

/** `scope` is text with spaces; some providers send `scp`, as text or as a list. */
function scopesOf({ scope, scp }: Record<string, unknown>): string[] {
  return [scope, scp].flatMap((value) => {
    if (typeof value === "string") return value.split(" ");
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  });
}

const notValid = () =>
  new AppError(
    "unauthenticated",
    "This access token is not valid here: it is expired, or of another issuer or resource.",
  );
