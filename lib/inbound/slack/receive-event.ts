import { inTenant } from "@/db/client";
import { closeAccount, findAccount } from "@/db/queries/messages/accounts";
import { appendEvent, bySystem } from "@/db/queries/ledger/events";
import type { ReceivedDelivery } from "@/lib/channels/channel";
import { type SlackEvent, readEvent } from "@/lib/channels/slack/inbound/event";
import type { SignedRequest } from "@/lib/channels/slack/inbound/verify";
import { endsInstallation } from "@/lib/channels/slack/outbound/call-result";
import type { SlackApp } from "@/lib/channels/slack/slack-app";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";
import { channelAccountOf } from "@/lib/messages/prepare";
import { type KnownDelivery, receiveDelivery } from "@/lib/messages/receive-delivery";
import { ACCOUNT_SUBJECT } from "@/lib/messages/settle";
import { type SlackThreadMessage, onThread } from "./on-thread";
import type { RunAfterwards } from "./reply";
import { readConnected, refuseUnlessSigned } from "./receive-interaction";
import { replyToUnlinked } from "./to-unlinked";

/**
 * An event of Slack's. A removed app closes the company's account. Whoever writes to the app and is not linked gets a code to link
 * themselves. A reply in the thread of a card is read as free text to its question, by the verb for replies from every channel; it
 * decides nothing. All other messages are noted and do nothing. Returns the text that Slack wants back.
 * @throws AppError unauthenticated 401; malformed_request 400.
 */
export async function receiveSlackEvent(request: SignedRequest, means: Means): Promise<string> {
  const { app, gateway } = means;
  refuseUnlessSigned(request, app, gateway);
  const event = readEvent(request.rawBody);
  if (event === null) throw new AppError("malformed_request", "This is no event of Slack's.");
  if (event.kind === "challenge") return event.challenge;
  if (event.kind !== "other")
    await receiveDelivery("slack", deliveryOf(event), handlerOf(event, means), gateway);
  return "";
}

/** The dependencies of the handlers of events. */
interface Means {
  app: SlackApp;
  gateway: Gateway;
  runAfterwards: RunAfterwards;
}

type Handled = Extract<SlackEvent, { kind: "message" | "closed" }>;

function deliveryOf(event: Handled): ReceivedDelivery {
  const isMessage = event.kind === "message";
  const userId = isMessage ? event.userId : event.teamId;
  return {
    kind: "received",
    providerKey: `event:${event.key}`,
    accountExternalId: event.teamId,
    user: { externalUserId: userId, label: userId },
    command: isMessage ? { kind: "text", ref: null, text: event.text } : { kind: "ignored" },
  };
}

const handlerOf =
  (event: Handled, means: Means) =>
  async (known: KnownDelivery): Promise<string> => {
    if (event.kind === "closed") return closeUnlessConnected(known, means);
    if (!isToTheApp(event)) return "ignored";
    return known.person === null
      ? welcome(event, known, means)
      : onThread({ ...means, event, known: { ...known, person: known.person } });
  };

type Message = SlackThreadMessage;

/** Its conversation with one person has an id of its own kind. */
const isToTheApp = ({ channelId }: Message): boolean => channelId.startsWith("D");

async function welcome(
  { userId, teamId, channelId }: Message,
  { tenantId, accountId }: KnownDelivery,
  { app, gateway, runAfterwards }: Means,
): Promise<string> {
  const account = await readConnected(tenantId, accountId, gateway);
  if (account === null) return "not_connected";
  const person = { userId, teamId, name: userId };
  const { outcome, show } = await replyToUnlinked({ account, person, app, gateway }, teamId);
  if (show.kind === "note") {
    const note = { channel: channelId, text: show.text, unfurl_links: false };
    runAfterwards(async () => void (await app.calls.call(account, "chat.postMessage", note)));
  }
  return outcome;
}

/**
 * Slack repeats its events for minutes: an administrator may have connected the workspace again since. And it tells of tokens of users,
 * of which we have none. So Slack is asked whether our token still works, and the account is closed where it says that it does not.
 * @throws AppError unavailable 503 where it says neither, or where the token was changed meanwhile: Slack tells it again. Where it does not,
 *   the next message finds out.
 */
async function closeUnlessConnected(known: KnownDelivery, { app, gateway }: Means): Promise<string> {
  const { tenantId, accountId } = known;
  const account = await inTenant(gateway.database, tenantId, (tx) => findAccount(tx, tenantId, accountId));
  if (!account?.sealed || account.state === "closed") return "closed";
  const result = await app.calls.call(channelAccountOf(account), "auth.test", {});
  if (result.kind === "done") return "still_connected";
  if (result.kind !== "refused" || !endsInstallation(result.code)) throw undecided();
  if (!(await close(known, account.sealed, gateway))) throw undecided();
  return "closed";
}

const undecided = () =>
  new AppError("unavailable", "Slack does not say whether the app is still connected.", {
    retryAfterSeconds: 5,
  });

/** False: its secret is another one by now, or it was closed before. */
const close = (
  { tenantId, accountId: id }: KnownDelivery,
  sealed: string,
  gateway: Gateway,
): Promise<boolean> =>
  inTenant(gateway.database, tenantId, async (tx) => {
    if ((await closeAccount(tx, tenantId, { id, sealed, now: gateway.clock.now() })) === 0) return false;
    await appendEvent(tx, {
      ...bySystem(tenantId, "slack"),
      entityType: ACCOUNT_SUBJECT,
      entityId: id,
      type: "channel.closed",
      details: {},
    });
    return true;
  });
