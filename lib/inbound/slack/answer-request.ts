import type { SignedRequest } from "@/lib/channels/slack/inbound/verify";
import type { SlackApp } from "@/lib/channels/slack/slack-app";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";
import { countingRefusals } from "@/lib/gateway/controls/counting-refusals";
import { readText } from "@/lib/http/json-body";
import type { RunAfterwards } from "./reply";
import { receiveSlackEvent } from "./receive-event";
import { receiveSlackInteraction } from "./receive-interaction";

/** Requests of Slack's as routes get them: without a session and without an origin; the signature is all that they have. */

const BODY_BYTES_MAX = 1_000_000;

export async function answerSlackInteraction(
  request: Request,
  gateway: Gateway,
  runAfterwards: RunAfterwards,
): Promise<Response> {
  const app = requireSlack(gateway);
  const { body, afterwards } = await countingRefusals("slack/interactive", gateway, async () =>
    receiveSlackInteraction(await signedRequestOf(request), app, gateway),
  );
  runAfterwards(afterwards);
  return body === null ? new Response(null, { status: 200 }) : Response.json(body);
}

export async function answerSlackEvent(
  request: Request,
  gateway: Gateway,
  runAfterwards: RunAfterwards,
): Promise<Response> {
  const app = requireSlack(gateway);
  const answer = await countingRefusals("slack/events", gateway, async () =>
    receiveSlackEvent(await signedRequestOf(request), { app, gateway, runAfterwards }),
  );
  return new Response(answer, {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

/** @throws AppError not_found 404: there is no such address here. */
function requireSlack({ slack }: Gateway): SlackApp {
  if (!slack) throw new AppError("not_found", "Slack is not set up here; docs/channels/slack.md says how.");
  return slack;
}

/** @throws AppError payload_too_large 413; malformed_json 400 where it is no UTF-8. */
async function signedRequestOf(request: Request): Promise<SignedRequest> {
  return {
    signature: request.headers.get("x-slack-signature"),
    timestamp: request.headers.get("x-slack-request-timestamp"),
    rawBody: await readText(request, BODY_BYTES_MAX),
  };
}
