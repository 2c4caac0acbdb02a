import { createMcpHandler } from "@modelcontextprotocol/server";
import { assertOwnAddress, ownAddressOf } from "@/lib/auth/request/own-address";
import { agentFromRequest } from "@/lib/auth/session/principals";
import { AppError } from "@/lib/core/errors";
import { findLongNumbers } from "@/lib/core/values/text-safety";
import { BODY_BYTES_MAX, longNumbersIn, parseJson, readText } from "@/lib/http/json-body";
import { type RequestContext, problemResponse, route } from "@/lib/http/route";
import { log } from "@/lib/log";
import { serverFor } from "./server";
import { noticesFor } from "./notices";
import { METADATA_PATH, SCOPE } from "./resource-metadata";

export interface McpOptions {
  /** Between two notices of progress; tests are quicker. */
  progressEveryMs?: number;
}

/**
 * Answers one message of the Model Context Protocol, of its revision 2026-07-28 and of those of 2025 alike, and keeps
 * nothing afterwards. Who asks is established anew with each message.
 */
export const answerMcp = (options: McpOptions = {}) =>
  route(async (request, context) => {
    assertOwnAddress(request);
    try {
      return await answer(request, context, options);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      const refused = problemResponse(error, context.correlationId);
      refused.headers.set("www-authenticate", challengeOf(request));
      return refused;
    }
  });

async function answer(request: Request, context: RequestContext, { progressEveryMs }: McpOptions) {
  const agent = await agentFromRequest(request);
  const { body, unsafeNumbers } = request.method === "POST" ? await readMessage(request) : nothing;
  const notices = await noticesFor({ agent, request, body });
  const handler = createMcpHandler(
    ({ era }) => serverFor({ agent, era, ...context, unsafeNumbers, progressEveryMs }),
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

const nothing = { body: undefined, unsafeNumbers: [] };

/** @throws AppError payload_too_large 413, unsupported_media_type 415, malformed_json 400. */
async function readMessage(request: Request) {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw new AppError("unsupported_media_type", "Send JSON with `Content-Type: application/json`.");
  const text = await readText(request);
  const body = parseJson(text);
  const args = (body as { params?: { arguments?: unknown } } | null)?.params?.arguments;
  return { body, unsafeNumbers: longNumbersIn(findLongNumbers(text), args) };
}

/** Leads clients that know no key to the document about this resource. */
const challengeOf = (request: Request) =>
  `Bearer resource_metadata="${ownAddressOf(request)}${METADATA_PATH}", scope="${SCOPE}"`;
