import { ErrorCode, WebClient } from "@slack/web-api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SlackDouble, startSlackDouble } from "./start-double";

/** Slack's own client in the app's place: the double speaks as that client expects. */

let slack: SlackDouble;
beforeEach(async () => {
  slack = await startSlackDouble();
});
afterEach(() => slack.stop());

function open() {
  const teamId = slack.addTeam("berries");
  const mike = slack.addUser({ teamId, name: "Mike" });
  const { token, installation } = slack.install(mike, [
    "chat:write",
    "im:write",
    "users:read",
    "users:read.email",
  ]);
  const client = new WebClient(token, {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: 1_900,
  });
  return { mike, installation, client };
}

test("it opens a conversation, posts a card into it, updates it and reads who somebody is", async () => {
  const { mike, installation, client } = open();
  expect(await client.auth.test()).toMatchObject({ team_id: mike.teamId, user_id: installation.botUserId });
  const { channel } = await client.conversations.open({ users: mike.id });
  const blocks = [{ type: "section", text: { type: "mrkdwn", text: "Card" } }];
  const posted = await client.apiCall("chat.postMessage", {
    channel: channel!.id!,
    text: "Card",
    blocks,
    unfurl_links: false,
  });
  await client.chat.update({
    channel: channel!.id!,
    ts: String((posted as { ts?: string }).ts),
    text: "Decided",
    blocks: [],
  });
  await client.chat.postEphemeral({ channel: channel!.id!, user: mike.id, text: "Only you" });
  expect(slack.messages).toMatchObject([
    { text: "Decided", unfurlsLinks: false, before: [{ text: "Card", blocks }] },
  ]);
  expect(slack.notes).toMatchObject([{ userId: mike.id, text: "Only you" }]);
  expect(await client.users.info({ user: mike.id })).toMatchObject({
    user: { team_id: mike.teamId, is_bot: false, profile: { email: mike.email } },
  });
});

test("it opens a modal, and exchanges a code", async () => {
  const { mike, installation, client } = open();
  slack.setAddresses({ interactivityUrl: "http://127.0.0.1:9/x", eventsUrl: "http://127.0.0.1:9/y" });
  const button = {
    type: "button",
    action_id: "approve",
    text: { type: "plain_text", text: "Approve" },
    value: "x",
  };
  await client.apiCall("chat.postMessage", {
    channel: mike.id,
    text: "Card",
    blocks: [{ type: "actions", elements: [button] }] as never,
  });
  const { body } = slack.pressOf(installation, mike, { message: slack.messages[0]!, actionId: "approve" });
  const { trigger_id } = JSON.parse(new URLSearchParams(body).get("payload")!) as { trigger_id: string };
  const view = { type: "modal", title: { type: "plain_text", text: "Approve?" }, blocks: [] };
  expect((await client.views.open({ trigger_id, view: view as never })).view?.id).toBe(slack.views[0]!.id);

  const { code } = slack.consent(mike, { scopes: ["chat:write"] });
  const { clientId, clientSecret } = slack.app;
  const issued = await new WebClient(undefined, { slackApiUrl: slack.apiUrl }).oauth.v2.access({
    client_id: clientId,
    client_secret: clientSecret,
    code,
  });
  expect(issued).toMatchObject({ token_type: "bot", team: { id: mike.teamId } });
});

test("it knows Slack's errors and a 429 with its wait", async () => {
  const { mike, client } = open();
  await expect(client.apiCall("chat.postMessage", { channel: "C0NONE", text: "x" })).rejects.toMatchObject({
    code: ErrorCode.PlatformError,
    data: { error: "channel_not_found" },
  });
  slack.arm({ kind: "rate_limited", retryAfterSeconds: 7 });
  await expect(client.apiCall("chat.postMessage", { channel: mike.id, text: "x" })).rejects.toMatchObject({
    code: ErrorCode.RateLimitedError,
    retryAfter: 7,
  });
});
