import { inTenant } from "@/db/client";
import { findAccount } from "@/db/queries/messages/accounts";
import type { ChannelAccount, ReceivedDelivery } from "@/lib/channels/channel";
import {
  type SlackPress,
  type SlackSubmission,
  readInteraction,
} from "@/lib/channels/slack/inbound/interaction";
import { type SignedRequest, findSignatureFault } from "@/lib/channels/slack/inbound/verify";
import type { SlackApp } from "@/lib/channels/slack/slack-app";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";
import { channelAccountOf } from "@/lib/messages/prepare";
import { type KnownDelivery, receiveDelivery } from "@/lib/messages/receive-delivery";
import { actionUrl } from "@/lib/gateway/read/proposals/action-url";
import { onActionPress, onActionSubmission } from "./on-action";
import { onQuestionPress, onQuestionSubmission, questionUrl } from "./on-question";
import { type SlackDeed, type SlackReply, note, noteView, nothing } from "./reply";
import { replyToUnlinked } from "./to-unlinked";

/** The answer to Slack, and what is told the person once Slack has it. */
export interface SlackAnswer {
  /** Null: an empty one. */
  body: object | null;
  afterwards(): Promise<void>;
}

/**
 * A press or a submission of Slack's: verified, then parsed, then handled once.
 * @throws AppError unauthenticated 401 where Slack did not sign it, or more than five minutes away from now; malformed_request 400.
 */
export async function receiveSlackInteraction(
  request: SignedRequest,
  app: SlackApp,
  gateway: Gateway,
): Promise<SlackAnswer> {
  refuseUnlessSigned(request, app, gateway);
  const received = readInteraction(request.rawBody);
  if (received === null) throw new AppError("malformed_request", "This is no interaction of Slack's.");
  if (received.kind === "other") return answerOf(nothing("ignored"), null, app);
  return answerOf(await handleOnce(received, app, gateway), received, app);
}

async function handleOnce(
  received: SlackPress | SlackSubmission,
  app: SlackApp,
  gateway: Gateway,
): Promise<SlackReply> {
  let reply = nothing("repeat");
  const handle = async (known: KnownDelivery) => {
    reply = await replyTo(received, known, app, gateway);
    if (reply.show.kind === "errors") throw new StaysOpen();
    return reply.outcome;
  };
  try {
    await receiveDelivery("slack", deliveryOf(received), handle, gateway);
  } catch (error) {
    if (!(error instanceof StaysOpen)) throw error;
  }
  return reply;
}

/** A modal that stays open comes again under the same key, corrected: its first delivery does not count as handled. */
class StaysOpen extends Error {}

/** @throws AppError unauthenticated 401 without a word on why. */
export function refuseUnlessSigned(
  request: SignedRequest,
  { signingSecret }: SlackApp,
  { clock }: Gateway,
): void {
  if (findSignatureFault(request, signingSecret, clock.now()) !== null)
    throw new AppError("unauthenticated", "This request is not signed by Slack, or too old.");
}

function deliveryOf({ key, teamId, person, ref }: SlackPress | SlackSubmission): ReceivedDelivery {
  return {
    kind: "received",
    providerKey: key,
    accountExternalId: teamId,
    user: { externalUserId: person.userId, label: person.name },
    // Our row and the press say which question or action it belongs to.
    command: ref === null ? { kind: "ignored" } : { kind: "answer", ref, response: null },
  };
}

async function replyTo(
  received: SlackPress | SlackSubmission,
  known: KnownDelivery,
  app: SlackApp,
  gateway: Gateway,
): Promise<SlackReply> {
  const { tenantId, accountId, person, message } = known;
  const { teamId, ref } = received;
  // Somebody of another workspace, in a conversation that both share: their administrators are not ours.
  if (received.person.teamId !== null && received.person.teamId !== teamId)
    return note("other_workspace", "People of other workspaces decide nothing here. Nothing was decided.");
  const account = await readConnected(tenantId, accountId, gateway);
  if (account === null) return nothing("not_connected");
  if (person === null) return replyToUnlinked({ account, person: received.person, app, gateway }, teamId);
  if (ref === null) return nothing("ignored");
  if (message === null) return note("no_message", "This card is none of ours. Nothing was decided.");
  if (message.userId !== null && message.userId !== person.userId)
    return note("wrong_person", "This card is somebody else's. Nothing was decided.");
  try {
    return await act({ received, person, message, ref, account, app, gateway });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return note(`refused_${error.code}`, error.publicMessage, urlOf(message));
  }
}

function act(deed: SlackDeed<SlackPress | SlackSubmission>): Promise<SlackReply> | SlackReply {
  const { received, message } = deed;
  const { actionId, interactionId } = message;
  if (received.kind === "press") {
    const press = { ...deed, received };
    if (actionId !== null) return onActionPress(press, actionId);
    return interactionId === null ? nothing("ignored") : onQuestionPress(press, interactionId);
  }
  const submission = { ...deed, received };
  if (actionId !== null) return onActionSubmission(submission, actionId);
  return interactionId === null ? nothing("ignored") : onQuestionSubmission(submission, interactionId);
}

/** Where a person goes on after a refusal. */
function urlOf({ actionId, interactionId }: SlackDeed<SlackPress>["message"]): string {
  return actionId === null ? questionUrl(interactionId!) : actionUrl(actionId);
}

/** Null: the account has been closed meanwhile. */
export async function readConnected(
  tenantId: number,
  accountId: number,
  gateway: Gateway,
): Promise<ChannelAccount | null> {
  const account = await inTenant(gateway.database, tenantId, (tx) => findAccount(tx, tenantId, accountId));
  if (!account?.sealed || account.state === "closed") return null;
  return channelAccountOf(account);
}

function answerOf(
  { show }: SlackReply,
  received: SlackPress | SlackSubmission | null,
  app: SlackApp,
): SlackAnswer {
  const afterwards = async () => {};
  if (show.kind === "errors") return { body: { response_action: "errors", errors: show.errors }, afterwards };
  if (show.kind === "nothing" || received === null) return { body: null, afterwards };
  if (received.kind === "submission")
    return { body: { response_action: "update", view: noteView(show.text) }, afterwards };
  const { responseUrl } = received;
  if (responseUrl === null) return { body: null, afterwards };
  return {
    body: null,
    // A note that does not arrive changes nothing: the card says what is true.
    afterwards: async () => void (await app.api.answerPrivately(responseUrl, show.text)),
  };
}
