import { accountHostLabel } from "./auth-tba";
import { type M2mCredentials, signClientAssertion } from "./client-assertion";
import { createHttpTransport } from "./http-transport";
import type { Clock, RequestSigner } from "./signer";
import { readTokenAnswer } from "./token-answer";

/**
 * OAuth 2.0 client credentials: a statement signed with the certificate's key buys an access token of an hour, and that
 * token goes with every request. Whatever fails here failed before a request was sent.
 */

interface M2mSignerOptions {
  account: string;
  /** The simulator's origin; absent for a real account, whose host follows from its id. */
  baseUrl?: string;
  credentials: M2mCredentials;
  clock: Clock;
  /** For one answer of the token endpoint. */
  timeoutMs?: number;
}

const TOKEN_PATH = "/services/rest/auth/oauth2/v1/token";
const TOKEN_TIMEOUT_MS = 10_000;
const TOKEN_ANSWER_BYTES_MAX = 64_000;
/** A token is renewed this long before it ends, so that none ends on its way; a short-lived one at half of its time. */
const RENEW_BEFORE_SECONDS = 60;

interface HeldToken {
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
  let held: HeldToken | null = null;
  let refreshing: Promise<HeldToken> | null = null;

  const fetchToken = async (): Promise<HeldToken> => {
    const body = tokenRequest(await signClientAssertion(credentials, url, clock));
    const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
    // Its life is counted from before we asked: the answer's own way takes time too.
    const askedAtMs = clock.now().getTime();
    const outcome = await transport.post({
      url,
      headers,
      body,
      timeoutMs,
      responseBytesMax: TOKEN_ANSWER_BYTES_MAX,
    });
    const { value, expiresInSeconds } = readTokenAnswer(outcome);
    const usableSeconds = expiresInSeconds - Math.min(RENEW_BEFORE_SECONDS, expiresInSeconds / 2);
    return { header: `Bearer ${value}`, usableUntilMs: askedAtMs + usableSeconds * 1000 };
  };

  /** One at a time, however many wait for it; whoever asks after a failure asks anew. */
  const refresh = (): Promise<HeldToken> => {
    refreshing ??= fetchToken()
      .then((token) => (held = token))
      .finally(() => (refreshing = null));
    return refreshing;
  };

  return {
    strategy: "oauth2-m2m",
    async authorize() {
      if (held && clock.now().getTime() < held.usableUntilMs) return held.header;
      return (await refresh()).header;
    },
    // Many requests may come back refused with one token: only the first of them drops it, not its successor.
    refused(authorization) {
      if (held?.header === authorization) held = null;
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
