import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { correlationIdOf } from "@/lib/auth/request/request-guard";
import { dataHeaders } from "@/lib/auth/request/security-headers";
import type { AppError } from "@/lib/core/errors";
import { log } from "@/lib/log";
import { type ProblemAnswer, problemAnswer } from "./route";

export const pathOf = ({ url }: IncomingMessage): string => url?.split("?", 1)[0] ?? "";

/** A refusal of a request that no route sees, with the headers of every answer. It is logged as answered. */
export function earlyProblem(request: IncomingMessage, refusal: AppError): ProblemAnswer {
  const { "x-correlation-id": received } = request.headers;
  const correlationId = correlationIdOf(typeof received === "string" ? received : null, randomUUID);
  const { status, headers, body } = problemAnswer(refusal, correlationId);
  const isHttps = process.env.NEXTAUTH_URL?.startsWith("https://") ?? false;
  log.info(
    { correlationId, method: request.method, path: pathOf(request), status },
    "A request was answered",
  );
  return {
    status,
    headers: {
      ...dataHeaders(isHttps),
      ...headers,
      "x-correlation-id": correlationId,
      "content-length": String(Buffer.byteLength(body)),
    },
    body,
  };
}
