import { z } from "zod";
import type { TransportOutcome } from "@/lib/core/push/verdict";
import { SigningFailure } from "./signer";
import { parseJson } from "@/lib/core/values/json";
import { readRetryAfter } from "@/lib/core/values/retry-after";

/** Parses the token endpoint's response strictly: a response with any unexpected part is refused. */

export interface AccessToken {
  value: string;
  expiresInSeconds: number;
}

const EXPIRES_IN_SECONDS_MAX = 86_400;
const TOKEN_LENGTH_MAX = 8_192;

const grant = z.object({
  // The token becomes a header value, so only visible ASCII is allowed.
  access_token: z
    .string()
    .max(TOKEN_LENGTH_MAX)
    .regex(/^[\x21-\x7e]+$/),
  token_type: z.string().regex(/^bearer$/i),
  // NetSuite sends this number as text.
  expires_in: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ])
    .pipe(z.number().int().min(1).max(EXPIRES_IN_SECONDS_MAX)),
});
const refusal = z.object({ error: z.string().regex(/^[a-z_]{1,60}$/) });

/** OAuth errors that are temporary. Every other one means that our credentials are wrong. */
const TEMPORARY_ERRORS: ReadonlySet<string> = new Set(["server_error", "temporarily_unavailable"]);

/** @throws SigningFailure; its reason says whether a retry can help. */
export function readTokenAnswer(outcome: TransportOutcome): AccessToken {
  if (outcome.kind !== "response") throw unreachable(outcome.code);
  const { status, headers, bodyText } = outcome;
  if (status === 429) {
    const message = "The token endpoint asks for patience.";
    throw new SigningFailure("TOKEN_ENDPOINT_BUSY", "busy", message, readRetryAfter(headers["retry-after"]));
  }
  const body = parseJson(bodyText);
  if (status === 200) return readGrant(body);
  const error = refusal.safeParse(body).data?.error ?? null;
  const refused = status < 500 && error !== null && !TEMPORARY_ERRORS.has(error);
  if (refused || status === 401) {
    const message = `The token endpoint answered ${status} ${error ?? "without a reason"}.`;
    throw new SigningFailure("CERTIFICATE_REFUSED", "refused", message);
  }
  throw unavailable("TOKEN_ENDPOINT_FAILED", `The token endpoint answered ${status}.`);
}

function unreachable(code: string): SigningFailure {
  if (code === "TIMEOUT")
    return unavailable("TOKEN_ENDPOINT_SLOW", "The token endpoint did not answer in time.");
  if (code === "RESPONSE_TOO_LARGE")
    return unavailable("TOKEN_ANSWER_UNUSABLE", "The token endpoint's answer is too long.");
  return unavailable("TOKEN_ENDPOINT_UNREACHABLE", `The token endpoint: ${code}.`);
}

function unavailable(code: string, message: string): SigningFailure {
  return new SigningFailure(code, "unavailable", message);
}

function readGrant(body: unknown): AccessToken {
  const parsed = grant.safeParse(body);
  if (parsed.success) return { value: parsed.data.access_token, expiresInSeconds: parsed.data.expires_in };
  const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join(".") || "the body"))];
  const message = `The token endpoint answered 200 without a usable token: ${names.join(", ")}.`;
  throw unavailable("TOKEN_ANSWER_UNUSABLE", message);
}
