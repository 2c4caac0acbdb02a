import { parseExactJson } from "@/lib/core/values/exact-json";
import { readRetryAfter } from "@/lib/core/values/retry-after";
import { whyNotStorable } from "@/lib/core/values/storable";
import type { SendResult } from "@/lib/outbound";
import type { Json } from "@/lib/runtime/values/evaluate";

/** The outcome of an attempt to send, as the status of its receipt. */
export type Answer =
  | { status: "succeeded"; output: { status: number; body: Json } }
  | { status: "failed"; code: string; message: string; output: null }
  /** Surely nothing was done: no connection, or it was turned away for load. */
  | { status: "not_sent"; code: string; message: string; retryAfterMs: number; output: null }
  | { status: "unknown"; code: string; message: string; output: null };

/** `accept`: statuses beside those of success that the workflow takes for a result. */
export function answerOf(result: SendResult, accept: readonly number[], now: Date): Answer {
  switch (result.kind) {
    case "refused":
      return failed("refused", `This request is not allowed: ${result.rule.replaceAll("_", " ")}.`);
    case "not_sent":
      return notSent("not_reached", `The address could not be reached (${result.stage}).`, 0);
    case "unknown":
      return {
        status: "unknown",
        code: "no_answer",
        message: `No whole answer came (${result.reason}).`,
        output: null,
      };
    case "answered":
      return answered(result, accept, now);
  }
}

function answered(
  result: Extract<SendResult, { kind: "answered" }>,
  accept: readonly number[],
  now: Date,
): Answer {
  const { status, headers } = result;
  if ((status >= 200 && status < 300) || accept.includes(status)) {
    const output = { status, body: bodyOf(result) };
    const why =
      result.bodyState === "whole"
        ? whyNotStorable(output.body)
        : result.bodyState === "truncated"
          ? "is too long"
          : "is encoded";
    if (why === null) return { status: "succeeded", output };
    return failed("answer_unreadable", `It answered ${status}, and its body ${why}.`);
  }
  const message = `It answered ${status}.`;
  // Proxies say 503 as well where they lost the server behind them after it had the request.
  if (status === 429 || (status === 503 && headers["retry-after"] !== undefined))
    return notSent("turned_away", message, (readRetryAfter(headers["retry-after"], now) ?? 0) * 1_000);
  if (status >= 500 || status === 408)
    return { status: "unknown", code: "server_error", message, output: null };
  if (status >= 300 && status < 400) return failed("redirected", `${message} Redirects are not followed.`);
  return failed("answered", message);
}

const failed = (code: string, message: string): Answer => ({ status: "failed", code, message, output: null });
const notSent = (code: string, message: string, retryAfter: number): Answer => ({
  status: "not_sent",
  code,
  message,
  retryAfterMs: retryAfter,
  output: null,
});

/** JSON where it says so and is, with the digits of its numbers; any other body as text. */
function bodyOf({ headers, body }: Extract<SendResult, { kind: "answered" }>): Json {
  const text = new TextDecoder().decode(body);
  if (!/^application\/(.+\+)?json\b/i.test(headers["content-type"] ?? "")) return text;
  const value = parseExactJson(text);
  return value === undefined ? text : (value as Json);
}
