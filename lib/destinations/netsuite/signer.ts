/**
 * Signs requests to NetSuite. There are two strategies: `tba` (OAuth 1.0a, auth-tba.ts) and `oauth2-m2m` (client
 * credentials with a certificate, auth-oauth2-m2m.ts). Oracle closes token-based authentication to new integrations
 * with release 2027.1.
 */
export interface RequestSigner {
  readonly strategy: "tba" | "oauth2-m2m";
  /**
   * The Authorization header for one attempt. Call it for every attempt, because a nonce is never sent twice.
   * @throws SigningFailure when no signature can be made; nothing was sent to the RESTlet then.
   */
  authorize(request: { method: "POST" | "GET"; url: string }): Promise<string>;
  /** Fetches ahead what `authorize` would wait for. Never throws: a failure is met again when the request is signed. */
  prepare?(): Promise<void>;
  /** NetSuite answered 401 to this header. The signer drops the token behind it. */
  refused?(authorization: string): void;
  /** Closes open connections. */
  close?(): void;
}

/**
 * The reason why a request could not be signed. `unavailable`: the token endpoint gives no usable answer. `busy`: it
 * asks us to slow down. `refused`: it rejects our credentials until a person changes them.
 */
export type SigningFailureReason = "unavailable" | "busy" | "refused";

/** Its message is logged, so it contains no secret and no token. */
export class SigningFailure extends Error {
  override readonly name = "SigningFailure";
  constructor(
    readonly code: string,
    readonly reason: SigningFailureReason,
    message: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}
