import type { IncomingMessage } from "node:http";
import type { Fault } from "../faults/fault";
import { makePlan } from "../faults/make-plan";
import type { FaultRegistry } from "../faults/registry";
import { type AccessTokens, TOKEN_SECONDS } from "./access-tokens";
import { type Answer, jsonAnswer } from "./answers";
import { checkAssertion, parsePart } from "./assertion-check";
import type { Certificates } from "./certificates";
import { readBody } from "./read-body";

export const TOKEN_PATHNAME = "/services/rest/auth/oauth2/v1/token";
const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

export interface TokenEndpointOptions {
  account: string;
  clientId: string;
  certificates: Certificates;
  tokens: AccessTokens;
  faults: FaultRegistry;
  now: () => Date;
  wait: (ms: number) => Promise<void>;
  latencyMs: number;
}

/**
 * OAuth 2.0 client credentials: a signed assertion for an access token. Faults name it by the operation `token` and, as
 * key, the certificate's id.
 */
export function createTokenEndpoint(options: TokenEndpointOptions) {
  return async (request: IncomingMessage): Promise<Answer | "drop"> => {
    if (request.method !== "POST") return oauthError(405, "invalid_request", "POST only.");
    if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? ""))
      return oauthError(
        400,
        "invalid_request",
        "The content type must be application/x-www-form-urlencoded.",
      );
    const form = new URLSearchParams(await readBody(request));
    const faults = options.faults.take({ key: certificateNamed(form), op: "token" });
    const plan = makePlan(faults, options.account, { redeliver() {}, probe() {} });
    await options.wait(options.latencyMs + (plan.delayBeforeMs ?? 0));
    if (plan.instead !== undefined) return plan.instead;
    const answer = faults.reduce(lie, grant(options, form, request.headers.host ?? ""));
    if (faults.some((fault) => fault.kind === "token_revoked")) options.tokens.revoke();
    if (plan.delayAfterMs !== undefined) await options.wait(plan.delayAfterMs);
    return plan.answer ? plan.answer(answer) : answer;
  };
}

function grant(options: TokenEndpointOptions, form: URLSearchParams, host: string): Answer {
  if (form.get("grant_type") !== "client_credentials")
    return oauthError(400, "unsupported_grant_type", "grant_type must be client_credentials.");
  if (form.get("client_assertion_type") !== ASSERTION_TYPE)
    return oauthError(400, "invalid_request", "client_assertion_type is not the JWT bearer's.");
  const verdict = checkAssertion(form.get("client_assertion") ?? "", {
    clientId: options.clientId,
    audience: `http://${host}${TOKEN_PATHNAME}`,
    keyOf: (id) => options.certificates.keyOf(id),
    now: options.now,
  });
  if (!verdict.ok)
    return oauthError(verdict.error === "invalid_client" ? 401 : 400, verdict.error, verdict.because);
  const token = options.tokens.issue(verdict.certificateId);
  // NetSuite writes the seconds as text.
  return jsonAnswer(200, { access_token: token, expires_in: String(TOKEN_SECONDS), token_type: "bearer" });
}

/** A 200 that is not what it says. */
function lie(answer: Answer, fault: Fault): Answer {
  if (fault.kind !== "token_lie") return answer;
  const real = JSON.parse(answer.body) as Record<string, unknown>;
  switch (fault.lie) {
    case "no_token":
      return jsonAnswer(200, { expires_in: real.expires_in, token_type: real.token_type });
    case "wrong_type":
      return jsonAnswer(200, { ...real, token_type: "mac" });
    case "wrong_expiry":
      return jsonAnswer(200, { ...real, expires_in: fault.value ?? "soon" });
    case "breaks_header":
      return jsonAnswer(200, { ...real, access_token: "abc\r\nx-injected: 1" });
    case "garbage":
      return { ...answer, status: 200, body: "\u0000\u0001 not JSON" };
    case "endless":
      return jsonAnswer(200, { ...real, access_token: "a".repeat(1_000_000) });
  }
}

function certificateNamed(form: URLSearchParams): string | null {
  const [head = ""] = (form.get("client_assertion") ?? "").split(".");
  const kid = parsePart(head)?.kid;
  return typeof kid === "string" ? kid : null;
}

function oauthError(status: number, error: string, description: string): Answer {
  return jsonAnswer(status, { error, error_description: description });
}
