import type { IncomingMessage } from "node:http";
import type { ScriptDeath } from "../run";

/** Answers in NetSuite's own shapes. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const JSON_HEADERS = { "content-type": "application/json;charset=utf-8" };

export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) };
}

export function errorAnswer(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return jsonAnswer(status, { error: { code, message } }, headers);
}

/** An error a script did not catch: HTTP 400, and a JSON document inside the message. */
export function unhandledErrorAnswer(name: string, message: string): Answer {
  const inner = { type: "error.SuiteScriptError", name, message, stack: ["post(/SuiteScripts/countersign)"] };
  return errorAnswer(400, name, JSON.stringify(inner));
}

export function loginRefusedAnswer(account: string, reason: string): Answer {
  const challenge = `OAuth realm="${account}", error="${reason}", error_description="Invalid login attempt."`;
  return errorAnswer(401, "INVALID_LOGIN_ATTEMPT", "Invalid login attempt.", {
    "www-authenticate": challenge,
  });
}

export const concurrencyAnswer = (): Answer =>
  errorAnswer(
    400,
    "SSS_REQUEST_LIMIT_EXCEEDED",
    "The maximum number of concurrent requests has been exceeded.",
  );

/** How a killed script looks from outside; null: the connection just ends. */
export function deathAnswer(death: ScriptDeath): Answer | null {
  switch (death) {
    case "connection_lost":
      return null;
    case "usage_exceeded":
      return unhandledErrorAnswer("SSS_USAGE_LIMIT_EXCEEDED", "Script Execution Usage Limit Exceeded");
    case "time_exceeded":
      return unhandledErrorAnswer("SSS_TIME_LIMIT_EXCEEDED", "Script Execution Time Exceeded.");
  }
}

/** The answer to the request's method; 405 where there is none. */
export async function byMethod(
  { method = "" }: IncomingMessage,
  answers: Record<string, () => Answer | Promise<Answer>>,
): Promise<Answer> {
  if (Object.hasOwn(answers, method)) return answers[method]!();
  return errorAnswer(405, "METHOD_NOT_ALLOWED", `${Object.keys(answers).join(" or ")}.`);
}
