import type { IncomingMessage, ServerResponse } from "node:http";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { AppError } from "@/lib/core/errors";
import { enter } from "@/lib/gateway/controls/quotas/entrance";
import { refusalOfSpentKey } from "@/lib/gateway/controls/quotas/quotas";
import type { EarlyAnswer } from "@/lib/http/before-next";
import { earlyProblem, pathOf } from "@/lib/http/early-problem";

/** The path of `proposeAction`. */
const PATH = "/api/v1/proposals";

const FULL =
  "So many proposals of this agent wait to be looked at that this one was not. Send fewer at once.";
const FULL_RETRY_SECONDS = 10;

/**
 * Refuses a proposal under a key whose tries were spent a moment ago, as the route would. One with an `Idempotency-Key` goes on to
 * the route: a key that was used before is answered whatever is left. All others of one key go on one after the other.
 */
export const refuseFlood =
  (gatewayOf: () => Gateway = getGateway): EarlyAnswer =>
  (request, response) => {
    const { authorization, "idempotency-key": idempotencyKey } = request.headers;
    if (request.method !== "POST" || authorization === undefined || pathOf(request) !== PATH) return false;
    const isRefused = () => {
      const refusal = idempotencyKey === undefined && refusalOfSpentKey(authorization, gatewayOf());
      if (refusal) answer(request, response, refusal);
      return refusal !== false && refusal !== null;
    };
    if (isRefused()) return true;
    const entered = enter(authorization);
    if (entered === null) {
      answer(
        request,
        response,
        new AppError("rate_limited", FULL, { retryAfterSeconds: FULL_RETRY_SECONDS }),
      );
      return true;
    }
    if (!(entered instanceof Promise)) {
      response.once("close", entered);
      return false;
    }
    return entered.then((leave) => {
      // Of requests that were sent over one connection without awaiting answers, the response of the first alone hears of its end.
      const isGone = response.destroyed || request.socket.destroyed;
      if (!isGone && !isRefused()) {
        response.once("close", leave);
        return false;
      }
      leave();
      return true;
    });
  };

function answer(request: IncomingMessage, response: ServerResponse, refusal: AppError): void {
  const { status, headers, body } = earlyProblem(request, refusal);
  response.writeHead(status, headers);
  response.end(body);
}
