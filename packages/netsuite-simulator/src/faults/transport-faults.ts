import {
  type Answer,
  concurrencyAnswer,
  errorAnswer,
  loginRefusedAnswer,
  unhandledErrorAnswer,
} from "../http/answers";
import type { Fault, FaultKind } from "./fault";
import type { RequestPlan } from "./plan";

const html = (status: number, body: string, charset = ""): Answer => ({
  status,
  headers: { "content-type": `text/html${charset}` },
  body,
});

const LOGIN_PAGE =
  "<!DOCTYPE html><html><head><title>NetSuite - Customer Login</title></head><body></body></html>";
const LIMIT_IN_GERMAN = "Die Höchstzahl gleichzeitiger Anfragen ist überschritten.";

/** The changes that a fault makes to the plan of the request. */
const EFFECTS: Partial<Record<FaultKind, (fault: Fault) => Partial<RequestPlan>>> = {
  drop_before_execution: () => ({ instead: "drop" }),
  drop_after_commit: () => ({ answer: () => "drop" }),
  slow_commit: ({ delay_ms }) => ({ delayBeforeMs: delay_ms }),
  slow_answer: ({ delay_ms }) => ({ delayAfterMs: delay_ms }),
  truncated_json: () => ({
    answer: (real) => ({ ...real, body: real.body.slice(0, Math.floor(real.body.length / 2)) }),
  }),
};

/** Answered in the script's place, or in place of its answer. */
const ANSWERS: Partial<Record<FaultKind, (account: string, fault: Fault) => Answer>> = {
  redirect: () => ({ status: 302, headers: { location: "https://system.eu1.netsuite.com/" }, body: "" }),
  request_limit: concurrencyAnswer,
  too_many_requests: (_, { retry_after_s: seconds }) => ({
    status: 429,
    headers: { "retry-after": String(seconds) },
    body: "",
  }),
  server_error: () => html(500, "<html>Internal Server Error</html>"),
  service_unavailable: () => html(503, "<html>Service Unavailable</html>"),
  html_login_page: () => html(200, LOGIN_PAGE, ";charset=utf-8"),
  unexpected_error: () => unhandledErrorAnswer("UNEXPECTED_ERROR", "An unexpected error has occurred."),
  localised_message: () => errorAnswer(400, "SSS_REQUEST_LIMIT_EXCEEDED", LIMIT_IN_GERMAN),
  login_refused: (account) => loginRefusedAnswer(account, "token_rejected"),
};

/** Faults of the way to NetSuite and back. */
export function planTransportFault(fault: Fault, plan: RequestPlan, account: string): void {
  Object.assign(plan, EFFECTS[fault.kind]?.(fault));
  const answer = ANSWERS[fault.kind]?.(account, fault);
  if (!answer) return;
  if (fault.committed) plan.answer = () => answer;
  else plan.instead = answer;
}
