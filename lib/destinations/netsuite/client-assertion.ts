import { type KeyObject, createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import type { Clock } from "@/lib/clock";
import { SigningFailure } from "./signer";

/** The signed assertion that proves possession of the certificate's private key. */

export interface M2mCredentials {
  /** The integration record's client id; NetSuite also calls it the consumer key. */
  clientId: string;
  /** NetSuite's id of the uploaded certificate. */
  certificateId: string;
  /** The certificate's private key, PEM: RSA of 3072 bits or more, or an elliptic curve P-256, P-384 or P-521. */
  privateKey: string;
}

/** NetSuite allows up to an hour. An assertion is used at once, so two minutes limit the value of a stolen one. */
const ASSERTION_SECONDS = 120;
const SCOPE = "restlets";

const ALGORITHM_BY_CURVE: Readonly<Record<string, string>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

/** @throws SigningFailure `PRIVATE_KEY_UNUSABLE`; its text contains nothing of the key. */
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
  const requirement = "a PEM private key without a passphrase: RSA, or elliptic curve P-256, P-384 or P-521";
  throw new SigningFailure("PRIVATE_KEY_UNUSABLE", "refused", `NETSUITE_PRIVATE_KEY is not ${requirement}.`);
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
