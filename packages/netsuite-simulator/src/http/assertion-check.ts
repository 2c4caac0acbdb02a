import { type KeyObject, constants, verify } from "node:crypto";
import { parseObject } from "./read-body";

/**
 * Verifies a client assertion by hand from RFC 7515 and NetSuite's rules, on purpose without the library that signs: two
 * mistakes would have to agree to pass.
 */

interface AssertionCheck {
  clientId: string;
  audience: string;
  keyOf: (certificateId: string) => KeyObject | null;
  now: () => Date;
}

/** The certificate that signed it, or the OAuth error and what is wrong, for whoever reads the simulator's log. */
export type AssertionVerdict =
  | { ok: true; certificateId: string }
  | { ok: false; error: "invalid_request" | "invalid_client" | "invalid_grant"; because: string };

const LIFETIME_SECONDS_MAX = 3_600;
const SKEW_SECONDS_MAX = 300;
const HASH_BY_ALGORITHM: Readonly<Record<string, string>> = {
  PS256: "sha256",
  ES256: "sha256",
  ES384: "sha384",
  ES512: "sha512",
};
const CURVE_BY_ALGORITHM: Readonly<Record<string, string>> = {
  ES256: "prime256v1",
  ES384: "secp384r1",
  ES512: "secp521r1",
};

export function checkAssertion(assertion: string, check: AssertionCheck): AssertionVerdict {
  const [head = "", body = "", signature = "", ...rest] = assertion.split(".");
  const header = parsePart(head);
  const claims = parsePart(body);
  if (!header || !claims || rest.length > 0) return refuse("invalid_request", "not a signed token");
  const { alg, typ, kid } = header;
  if (typ !== "JWT") return refuse("invalid_request", "typ is not JWT");
  if (typeof alg !== "string" || !Object.hasOwn(HASH_BY_ALGORITHM, alg))
    return refuse("invalid_client", "the algorithm is not taken");
  const key = typeof kid === "string" ? check.keyOf(kid) : null;
  if (!key) return refuse("invalid_client", "the certificate is unknown or revoked");
  if (!isSignedBy(key, alg, `${head}.${body}`, signature))
    return refuse("invalid_client", "the signature does not match");
  const because = findClaimFault(claims, check);
  return because === null ? { ok: true, certificateId: String(kid) } : refuse("invalid_grant", because);
}

function refuse(error: Extract<AssertionVerdict, { ok: false }>["error"], because: string): AssertionVerdict {
  return { ok: false, error, because };
}

function findClaimFault(claims: Record<string, unknown>, check: AssertionCheck): string | null {
  const { iss, scope, aud, exp, iat } = claims;
  const nowSeconds = check.now().getTime() / 1000;
  if (iss !== check.clientId) return "iss is not the client id";
  if (aud !== check.audience) return "aud is not the token endpoint";
  const scopes = Array.isArray(scope) ? scope : String(scope).split(",");
  if (!scopes.some((one) => String(one).trim() === "restlets")) return "scope does not hold restlets";
  if (!Number.isInteger(exp) || !Number.isInteger(iat)) return "exp and iat must be whole seconds";
  if (Number(exp) - Number(iat) >= LIFETIME_SECONDS_MAX) return "exp is not under 60 minutes after iat";
  if (Number(iat) > nowSeconds + SKEW_SECONDS_MAX) return "iat lies in the future";
  return Number(exp) <= nowSeconds ? "exp has passed" : null;
}

function isSignedBy(key: KeyObject, algorithm: string, text: string, signature: string): boolean {
  const hash = HASH_BY_ALGORITHM[algorithm] ?? "";
  const bytes = Buffer.from(signature, "base64url");
  if (algorithm === "PS256") {
    if (key.asymmetricKeyType !== "rsa") return false;
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    return verify(
      hash,
      Buffer.from(text),
      { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
      bytes,
    );
  }
  if (key.asymmetricKeyDetails?.namedCurve !== CURVE_BY_ALGORITHM[algorithm]) return false;
  return verify(hash, Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }, bytes);
}

/** The object in the head or the body of a signed token. */
export function parsePart(part: string): Record<string, unknown> | null {
  return parseObject(Buffer.from(part, "base64url").toString("utf8"));
}
