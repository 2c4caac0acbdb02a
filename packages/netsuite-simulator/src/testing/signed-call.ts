import { createHmac, randomBytes } from "node:crypto";
import OAuth from "oauth-1.0a";

/** The account of the tests, and calls signed as an integration signs them. */
export const testCredentials = {
  account: "TSTDRV99_SB1",
  consumerKey: "consumer-key",
  consumerSecret: "consumer-secret",
  tokenId: "token-id",
  tokenSecret: "token-secret",
};

export interface SigningOptions {
  at?: Date;
  account?: string;
  tokenSecret?: string;
  nonce?: string;
}

/** The Authorization header of OAuth 1.0a. */
export function signTba(
  request: { method: string; url: string },
  { at = new Date(), account, tokenSecret, nonce = randomBytes(16).toString("hex") }: SigningOptions = {},
): string {
  const { consumerKey, consumerSecret, tokenId } = testCredentials;
  const oauth = new OAuth({
    consumer: { key: consumerKey, secret: consumerSecret },
    signature_method: "HMAC-SHA256",
    hash_function: (text, key) => createHmac("sha256", key).update(text).digest("base64"),
    realm: account ?? testCredentials.account,
  });
  oauth.getNonce = () => nonce;
  oauth.getTimeStamp = () => Math.floor(at.getTime() / 1000);
  const token = { key: tokenId, secret: tokenSecret ?? testCredentials.tokenSecret };
  return oauth.toHeader(oauth.authorize(request, token)).Authorization;
}

/** Posts a request to the RESTlet: the HTTP status, and the parsed body where it is JSON. */
export async function callRestlet(url: string, request: unknown): Promise<RestletAnswer> {
  const headers = { authorization: signTba({ method: "POST", url }), "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(request) });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { status: response.status, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

export interface RestletAnswer {
  status: number;
  body: Record<string, unknown>;
}
