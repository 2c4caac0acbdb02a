import { type KeyObject, createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import { type Clock, SigningFailure } from "./signer";

/** The signed statement by which an integration shows that it holds the private key of a certificate. */

export interface M2mCredentials {
  /** Of the integration record; called consumer key there too. */
  clientId: string;
  /** Which NetSuite gave the uploaded certificate. */
  certificateId: string;
  /** The certificate's private key, PEM: RSA of 3072 bits or more, or an elliptic curve P-256, P-384 or P-521. */
  privateKey: string;
}

/** NetSuite takes up to an hour. It is used at once, so a stolen one is worth little after two minutes. */
const ASSERTION_SECONDS = 120;
const SCOPE = "restlets";

const ALGORITHM_BY_CURVE: Readonly<Record<string, string>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

/** @throws SigningFailure `PRIVATE_KEY_UNUSABLE`, without a word of the key. */
export async function signClientAssertion(
  credentials: M2mCredentials,
  audience: string,
  clock: Clock,
): Promise<string> {
  const { key, algorithm } = readPrivateKey(credentials.privateKey);
  const issuedAt = Math.floor(clock.now().getTime() / 1000);
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: algorithm, typ: "JWT", kid: credentials.certificateId })
    .setIssuer(credentials.clientId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ASSERTION_SECONDS)
    .sign(key);
}

function readPrivateKey(pem: string): { key: KeyObject; algorithm: string } {
  const key = parsePrivateKey(pem);
  const algorithm = key && algorithmOf(key);
  if (algorithm) return { key, algorithm };
  const wanted = "a PEM private key without a passphrase: RSA, or elliptic curve P-256, P-384 or P-521";
  throw new SigningFailure("PRIVATE_KEY_UNUSABLE", "refused", `NETSUITE_PRIVATE_KEY is not ${wanted}.`);
}

function parsePrivateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

function algorithmOf(key: KeyObject): string | null {
  if (key.asymmetricKeyType === "rsa") return "PS256";
  return ALGORITHM_BY_CURVE[key.asymmetricKeyDetails?.namedCurve ?? ""] ?? null;
}
