import { operatorFromRequest } from "@/lib/auth/request/operator";
import { assertScraper } from "@/lib/auth/request/scraper";
import { agentFromRequest, assertSecondFactor, personFromRequest } from "@/lib/auth/session/principals";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { type QuotaTry, answerWithQuota } from "@/lib/gateway/controls/quotas/quotas";
import { json, problemResponse, route } from "@/lib/http/route";
import { inputOfRequest } from "./frame/input";
import { Answer, type Caller, type Operation, StreamedAnswer } from "./frame/operation";
import { type Match, routeTableOf } from "./frame/route-table";
import { OPERATIONS } from "./index";

const find = routeTableOf(Object.values(OPERATIONS));

/** Every request to the contract: finds its operation, establishes who asks, reads the input, calls the verb. */
export const answerRequest = route(async (request, context) => {
  const match = find(new URL(request.url).pathname);
  if (!match)
    throw new AppError("not_found", "There is no such address; /api/openapi.json lists those there are.");
  if (request.method === "OPTIONS")
    return new Response(null, { status: 204, headers: { allow: allowOf(match) } });
  // HEAD is answered as GET; the server leaves the body out.
  const operation = match.operations.get(request.method === "HEAD" ? "GET" : request.method);
  if (!operation) return methodRefused(request, match, context.correlationId);
  const caller = await callers[operation.caller](request);
  if (operation.caller === "person" && !operation.beforeSecondFactor) assertSecondFactor(caller as Person);
  const attempt = (await operation.quota?.(caller as never, request)) ?? { headers: {} };
  return withHeaders(attempt, async () => {
    const input = await inputOfRequest(operation, request, match.inPath);
    const result = await operation.verb(caller as never, input as never, {
      ...context,
      signal: request.signal,
      channel: "api",
      proveAgain: () => callers[operation.caller](request),
    });
    return responseOf(operation, result);
  });
});

/** The headers go with a refusal too. */
async function withHeaders(attempt: QuotaTry, answer: () => Promise<Response>): Promise<Response> {
  const response = await answerWithQuota(attempt, answer);
  for (const [name, value] of Object.entries(attempt.headers)) response.headers.set(name, value);
  return response;
}

/** How each kind of caller proves who they are. */
const callers: Record<Caller, (request: Request) => Promise<unknown>> = {
  agent: agentFromRequest,
  person: personFromRequest,
  scraper: async (request) => assertScraper(request),
  operator: async (request) => operatorFromRequest(request),
  anybody: async () => null,
};

function responseOf({ answers }: Operation, result: unknown): Response {
  const [usual] = Object.keys(answers);
  const answer = result instanceof Answer ? result : new Answer(Number(usual), result);
  if (answers[answer.status]?.type === undefined) return json(answer.body, answer.status);
  const headers = { "cache-control": "no-store", ...answer.headers };
  const body = answer instanceof StreamedAnswer ? answer.stream : String(answer.body);
  return new Response(body, { status: answer.status, headers });
}

function allowOf({ operations }: Match): string {
  const own = [...operations.keys()];
  return [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted().join(", ");
}

function methodRefused(request: Request, match: Match, correlationId: string): Response {
  const allow = allowOf(match);
  const refusal = new AppError(
    "method_not_allowed",
    `${request.method} does nothing here; allowed: ${allow}.`,
  );
  const response = problemResponse(refusal, correlationId);
  response.headers.set("allow", allow);
  return response;
}
