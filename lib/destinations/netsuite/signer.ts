/**
 * How a request proves who sends it. Two strategies fit: `tba` (OAuth 1.0a, auth-tba.ts) and `oauth2-m2m` (client
 * credentials with a certificate, auth-oauth2-m2m.ts), since Oracle closes token-based authentication to new
 * integrations with release 2027.1.
 */
export interface RequestSigner {
  readonly strategy: "tba" | "oauth2-m2m";
  /**
   * The Authorization header for one attempt. Call it again for every attempt: a nonce is never sent twice.
   * @throws SigningFailure where the means to sign cannot be had; nothing was sent to the RESTlet then.
   */
  authorize(request: { method: "POST" | "GET"; url: string }): Promise<string>;
  /** NetSuite answered 401 to this header. What it rests on is not used again. */
  refused?(authorization: string): void;
  /** Ends what it keeps open. */
  close?(): void;
}

/** Current time; injected so that tests own it. */
export interface Clock {
  now(): Date;
}

/**
 * Why a request could not be signed. `unavailable`: whoever hands out tokens does not answer, or not sensibly. `busy`: it
 * asks us to slow down. `refused`: it does not accept our credentials, and will not until a person changes them.
 */
export type SigningFailureReason = "unavailable" | "busy" | "refused";

/** Its text names neither secrets nor tokens: it is logged. */
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
