import { createHmac, randomBytes } from "node:crypto";
import OAuth from "oauth-1.0a";
import type { Clock } from "@/lib/clock";
import type { RequestSigner } from "./signer";

/**
 * Token-based authentication: OAuth 1.0a with HMAC-SHA256, as NetSuite's RESTlets require. This file works around five
 * pitfalls of oauth-1.0a 2.2.6: its default method is PLAINTEXT; its nonce comes from Math.random; it signs and mutates
 * a body passed as `data` (a JSON body is never signed, so none is passed); it does not lower-case the host; it cuts a
 * query value at its first "=".
 */

export interface TbaCredentials {
  consumerKey: string;
  consumerSecret: string;
  tokenId: string;
  tokenSecret: string;
}

interface TbaSignerOptions {
  /** In any letter case, with dash or underscore: `1234567`, `1234567_SB1` or `1234567-sb1`. */
  account: string;
  credentials: TbaCredentials;
  clock: Clock;
  /** For tests only. In production every call needs a fresh, unpredictable nonce. */
  nonce?: () => string;
}

const NONCE_BYTES = 16;

/** The realm of an account: upper case, underscore (`1234567_SB1`). */
export function accountRealm(account: string): string {
  return account.trim().toUpperCase().replaceAll("-", "_");
}

/** The host label of an account: lower case, dash (`1234567-sb1`). */
export function accountHostLabel(account: string): string {
  return account.trim().toLowerCase().replaceAll("_", "-");
}

export function createTbaSigner({
  account,
  credentials,
  clock,
  nonce = freshNonce,
}: TbaSignerOptions): RequestSigner {
  const oauth = new OAuth({
    consumer: { key: credentials.consumerKey, secret: credentials.consumerSecret },
    signature_method: "HMAC-SHA256",
    hash_function: (baseString, key) => createHmac("sha256", key).update(baseString).digest("base64"),
    realm: accountRealm(account),
  });
  oauth.getNonce = nonce;
  oauth.getTimeStamp = () => Math.floor(clock.now().getTime() / 1000);
  const token = { key: credentials.tokenId, secret: credentials.tokenSecret };
  return {
    strategy: "tba",
    async authorize({ method, url }) {
      const request = { method, url: signableUrl(url) };
      return oauth.toHeader(oauth.authorize(request, token)).Authorization;
    },
  };
}

function freshNonce(): string {
  return randomBytes(NONCE_BYTES).toString("hex");
}

/**
 * Lower-cases scheme and host (the URL parser does both) and refuses addresses that the library would sign wrongly.
 * @throws TypeError for a query value that contains "=" and for a repeated parameter: the signature would not match.
 */
function signableUrl(url: string): string {
  const parsed = new URL(url);
  const names = new Set<string>();
  for (const [name, value] of parsed.searchParams) {
    if (value.includes("=") || names.has(name))
      throw new TypeError(`Query parameter ${name} cannot be signed.`);
    names.add(name);
  }
  parsed.hash = "";
  return parsed.href;
}
