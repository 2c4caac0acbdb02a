import { createMcpHandler } from "@modelcontextprotocol/server";
import { assertOwnAddress } from "@/lib/auth/request/own-address";
import { AppError } from "@/lib/core/errors";
import { BODY_BYTES_MAX, misreadIn, parseJson, readText } from "@/lib/http/json-body";
import { type RequestContext, problemResponse, route } from "@/lib/http/route";
import { log } from "@/lib/log";
import { InsufficientScope, callerOf } from "./caller";
import { serverFor } from "./server";
import { noticesFor } from "./notices";
import { challengeOf } from "./resource-metadata";

export interface McpOptions {
  /** Between two notices of progress; tests are quicker. */
  progressEveryMs?: number;
}

/**
 * Answers one message of the Model Context Protocol, of its revision 2026-07-28 and of those of 2025 alike, and keeps
 * nothing afterwards. Who asks is established again with each message.
 */
export const answerMcp = (options: McpOptions = {}) =>
  route(async (request, context) => {
    assertOwnAddress(request);
    try {
      return await answer(request, context, options);
    } catch (error) {
      const challenge = challengeFor(error, request);
      if (challenge === null) throw error;
      const refused = problemResponse(error as AppError, context.correlationId);
      refused.headers.set("www-authenticate", challenge);
      return refused;
    }
  });

function challengeFor(error: unknown, request: Request): string | null {
  if (error instanceof InsufficientScope) return challengeOf(request, "insufficient_scope");
  if (!(error instanceof AppError) || error.status !== 401) return null;
  return challengeOf(request, request.headers.has("authorization") ? "invalid_token" : undefined);
}

async function answer(request: Request, context: RequestContext, { progressEveryMs }: McpOptions) {
  const agent = await callerOf(request);
  const { body, misread } = request.method === "POST" ? await readMessage(request) : nothing;
  const notices = await noticesFor({ agent, request, body });
  const handler = createMcpHandler(
    ({ era }) => serverFor({ agent, era, ...context, misread, progressEveryMs }),
    {
      bus: notices.bus,
      // The SDK's words may quote the message.
      onerror: ({ name }) => log.debug({ agentId: agent.agentId, error: name }, "A message was refused"),
      maxRequestBodySize: BODY_BYTES_MAX,
    },
  );
  void notices.over.then(() => handler.close());
  const response = await handler.fetch(request, body === undefined ? {} : { parsedBody: body });
  response.headers.set("cache-control", "no-store, no-transform");
  // Nothing on the way may keep pieces of a stream back.
  response.headers.set("x-accel-buffering", "no");
  if (response.status === 405) response.headers.set("allow", "POST");
  return response;
}

const nothing = { body: undefined, misread: null };

/**
 * `misread`: the tool's refusal of arguments that cannot be read as they are written. Batches ended with the protocol's revision of
 * June 2025: a hundred calls in one request would count as one call, and run at once under one id.
 * @throws AppError payload_too_large 413, unsupported_media_type 415, malformed_json, malformed_request 400; repeated_name,
 *   unsupported_character 422 where that is not an argument.
 */
async function readMessage(request: Request) {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw new AppError("unsupported_media_type", "Send JSON with `Content-Type: application/json`.");
  const text = await readText(request);
  const body = parseJson(text);
  if (Array.isArray(body))
    throw new AppError("malformed_request", "Send one message a request: batches are not taken.");
  const misread = misreadIn(text, body, argumentsOf(body));
  return { body, misread: misread && inArguments(misread) };
}

/** The numbers around them are the protocol's own, such as the id: it refuses those that it could not send back. */
function argumentsOf(body: unknown): unknown {
  const { params } = (body ?? {}) as { params?: { arguments?: unknown } | null };
  return { params: { arguments: params?.arguments } };
}

const argumentsAt = "params.arguments.";

/** Names the arguments as their tool does. @throws AppError the refusal itself, where it is of the message around them. */
function inArguments(refusal: AppError): AppError {
  const { code, publicMessage, issues } = refusal;
  if (!issues.every(({ path }) => path.startsWith(argumentsAt))) throw refusal;
  const named = issues.map(({ path, message }) => ({ path: path.slice(argumentsAt.length), message }));
  return new AppError(code, publicMessage, { issues: named });
}
