import { randomUUID } from "node:crypto";
import { correlationIdOf } from "@/lib/auth/request/request-guard";
import { dataHeaders } from "@/lib/auth/request/security-headers";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { refusalOfSpentKey } from "@/lib/gateway/controls/quotas/quotas";
import type { EarlyAnswer } from "@/lib/http/before-next";
import { problemAnswer } from "@/lib/http/route";
import { log } from "@/lib/log";

/** Of `proposeAction`. */
const PATH = "/api/v1/proposals";

/**
 * Refuses a proposal under a key whose tries were spent a moment ago, as the route would. One with an `Idempotency-Key` goes on to
 * the route: a key that was used before is answered whatever is left.
 */
export const refuseFlood =
  (gatewayOf: () => Gateway = getGateway): EarlyAnswer =>
  ({ method, url, headers }, response) => {
    const { authorization, "idempotency-key": idempotencyKey, "x-correlation-id": received } = headers;
    if (method !== "POST" || url !== PATH || authorization === undefined || idempotencyKey !== undefined)
      return false;
    const refusal = refusalOfSpentKey(authorization, gatewayOf());
    if (!refusal) return false;
    const correlationId = correlationIdOf(typeof received === "string" ? received : null, randomUUID);
    const answer = problemAnswer(refusal, correlationId);
    const isHttps = process.env.NEXTAUTH_URL?.startsWith("https://") ?? false;
    response.writeHead(answer.status, {
      ...dataHeaders(isHttps),
      ...answer.headers,
      "x-correlation-id": correlationId,
      "content-length": Buffer.byteLength(answer.body),
    });
    response.end(answer.body);
    log.info({ correlationId, method, path: PATH, status: answer.status }, "A request was answered");
    return true;
  };
