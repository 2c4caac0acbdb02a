import {
  type Answer,
  concurrencyAnswer,
  errorAnswer,
  loginRefusedAnswer,
  unhandledErrorAnswer,
} from "../http/answers";
import type { Fault } from "./fault";
import type { RequestPlan } from "./plan";

const html = (status: number, body: string, charset = ""): Answer => ({
  status,
  headers: { "content-type": `text/html${charset}` },
  body,
});

const LOGIN_PAGE =
  "<!DOCTYPE html><html><head><title>NetSuite - Customer Login</title></head><body></body></html>";
const LIMIT_IN_GERMAN = "Die Höchstzahl gleichzeitiger Anfragen ist überschritten.";

/** Faults of the way to NetSuite and back. */
export function planTransportFault(fault: Fault, plan: RequestPlan, account: string): void {
  switch (fault.kind) {
    case "drop_before_execution":
      plan.instead = "drop";
      return;
    case "drop_after_commit":
      plan.answer = () => "drop";
      return;
    case "slow_commit":
      plan.delayBeforeMs = fault.delay_ms;
      return;
    case "slow_answer":
      plan.delayAfterMs = fault.delay_ms;
      return;
    case "truncated_json":
      plan.answer = (real) => ({ ...real, body: real.body.slice(0, Math.floor(real.body.length / 2)) });
      return;
    default: {
      const answer = cannedAnswer(fault, account);
      if (!answer) return;
      if (fault.committed) plan.answer = () => answer;
      else plan.instead = answer;
    }
  }
}

function cannedAnswer(fault: Fault, account: string): Answer | null {
  switch (fault.kind) {
    case "redirect":
      return { status: 302, headers: { location: "https://system.eu1.netsuite.com/" }, body: "" };
    case "request_limit":
      return concurrencyAnswer();
    case "too_many_requests":
      return { status: 429, headers: { "retry-after": "1" }, body: "" };
    case "server_error":
      return html(500, "<html>Internal Server Error</html>");
    case "service_unavailable":
      return html(503, "<html>Service Unavailable</html>");
    case "html_login_page":
      return html(200, LOGIN_PAGE, ";charset=utf-8");
    case "unexpected_error":
      return unhandledErrorAnswer("UNEXPECTED_ERROR", "An unexpected error has occurred.");
    case "localised_message":
      return errorAnswer(400, "SSS_REQUEST_LIMIT_EXCEEDED", LIMIT_IN_GERMAN);
    case "login_refused":
      return loginRefusedAnswer(account, "token_rejected");
    default:
      return null;
  }
}
