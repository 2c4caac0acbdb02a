/**
 * How a request proves who sends it. Two strategies fit: `tba` (OAuth 1.0a, auth-tba.ts) and `oauth2-m2m`, since
 * Oracle closes token-based authentication to new integrations with release 2027.1.
 */
export interface RequestSigner {
  readonly strategy: "tba" | "oauth2-m2m";
  /** The Authorization header for one attempt. Call it again for every attempt: a nonce is never sent twice. */
  authorize(request: { method: "POST" | "GET"; url: string }): Promise<string>;
}

/** Current time; injected so that tests own it. */
export interface Clock {
  now(): Date;
}
