import type { Clock } from "@/lib/clock";
import { accountHostLabel } from "./auth-tba";
import { type M2mCredentials, signClientAssertion } from "./client-assertion";
import { createHttpTransport } from "./http-transport";
import type { RequestSigner } from "./signer";
import { readTokenAnswer } from "./token-answer";

/**
 * OAuth 2.0 client credentials. An assertion signed with the certificate's key is exchanged for an access token that
 * lasts an hour and goes with every request. Any failure here happens before a request reaches the RESTlet.
 */

interface M2mSignerOptions {
  account: string;
  /** The simulator's origin. Absent for a real account: its id gives the host. */
  baseUrl?: string;
  credentials: M2mCredentials;
  clock: Clock;
  /** For one response of the token endpoint. */
  timeoutMs?: number;
}

const TOKEN_PATH = "/services/rest/auth/oauth2/v1/token";
const TOKEN_TIMEOUT_MS = 10_000;
const TOKEN_ANSWER_BYTES_MAX = 64_000;
/**
 * A token is renewed this long before it expires, so that none expires in transit; a short-lived one at half its life.
 */
const RENEW_BEFORE_SECONDS = 60;

const noop = () => undefined;

interface CachedToken {
  header: string;
  usableUntilMs: number;
}

/** `1234567_SB1` → `https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token`. */
export function tokenUrl(account: string, baseUrl?: string): string {
  const origin = baseUrl ?? `https://${accountHostLabel(account)}.suitetalk.api.netsuite.com`;
  return new URL(TOKEN_PATH, origin).href;
}

export function createM2mSigner(options: M2mSignerOptions): RequestSigner {
  const { credentials, clock, timeoutMs = TOKEN_TIMEOUT_MS } = options;
  const url = tokenUrl(options.account, options.baseUrl);
  const transport = createHttpTransport(1);
  let cached: CachedToken | null = null;
  let refreshing: Promise<CachedToken> | null = null;

  const fetchToken = async (): Promise<CachedToken> => {
    const body = tokenRequest(await signClientAssertion(credentials, url, clock));
    const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
    // The token's life counts from before the request, because the response takes time to arrive.
    const requestedAtMs = clock.now().getTime();
    const outcome = await transport.post({
      url,
      headers,
      body,
      timeoutMs,
      responseBytesMax: TOKEN_ANSWER_BYTES_MAX,
    });
    const { value, expiresInSeconds } = readTokenAnswer(outcome);
    const usableSeconds = expiresInSeconds - Math.min(RENEW_BEFORE_SECONDS, expiresInSeconds / 2);
    return { header: `Bearer ${value}`, usableUntilMs: requestedAtMs + usableSeconds * 1000 };
  };

  /** Runs one request at a time for all waiting callers. After a failure the next caller starts a new one. */
  const refresh = (): Promise<CachedToken> => {
    refreshing ??= fetchToken()
      .then((token) => (cached = token))
      .finally(() => (refreshing = null));
    return refreshing;
  };

  const current = async (): Promise<CachedToken> =>
    cached && clock.now().getTime() < cached.usableUntilMs ? cached : refresh();

  return {
    strategy: "oauth2-m2m",
    authorize: async () => (await current()).header,
    prepare: () => current().then(noop, noop),
    // Several requests may be refused with the same token. Only that token is dropped, never its successor.
    refused(authorization) {
      if (cached?.header === authorization) cached = null;
    },
    close: () => transport.close(),
  };
}

function tokenRequest(assertion: string): string {
  return new URLSearchParams({
    grant_type: "client_credentials",
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  }).toString();
}
