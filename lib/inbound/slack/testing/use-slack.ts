import http from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AppAnswer,
  type Delivery,
  type PostedMessage,
  type SlackDoubleOptions,
  type SlackUser,
  startSlackDouble,
} from "@countersign/slack-double";
import { afterAll } from "vitest";
import { sealAccountSecret } from "@/lib/channels/account-secret";
import { slackAppFrom } from "@/lib/channels/slack/slack-app";
import { type SlackTokens, renewAtOf, secretOf } from "@/lib/channels/slack/outbound/tokens";
import { createSlackChannel } from "@/lib/channels/slack/slack-channel";
import { systemClock } from "@/lib/clock";
import type { Person } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import type { World } from "@/lib/gateway/testing/world";
import { route } from "@/lib/http/route";
import { useQuestions } from "@/lib/interactions/testing/use-questions";
import { deliverEveryMessage } from "@/lib/messages/deliver-messages";
import { confirmLink, offerLink } from "@/lib/messages/links";
import { createSender } from "@/lib/outbound";
import { answerSlackEvent, answerSlackInteraction } from "@/lib/inbound/slack/answer-request";

// Before anything reads the environment: cards lead to pages of ours.
process.env.NEXTAUTH_URL = "https://countersign.example.com";

const TOKEN_LIFE_MS = 12 * 3_600_000;
export const SCOPES = ["chat:write", "im:write", "im:history", "users:read"];
const SECRETS = {
  signingSecret: "slack-signing-secret",
  clientId: "1.2",
  clientSecret: "slack-client-secret",
};

type Rotation = Pick<SlackDoubleOptions, "rotatesTokens" | "refreshGraceSeconds">;

/** A company whose clock the test moves, with questions and a workspace. */
export async function useSlack(rotation: Rotation = {}) {
  const questions = await useQuestions();
  return { ...questions, ...(await useSlackOf(questions.world, questions.time, rotation)) };
}

/** A company's workspace at a double of Slack: it calls our routes over HTTP, and we call it. */
export async function useSlackOf(world: World, time: { readonly now: Date }, rotation: Rotation = {}) {
  const { gateway } = world;
  const slack = await startSlackDouble({
    ...SECRETS,
    ...rotation,
    now: () => time.now,
    postBurst: 1_000,
    answerWithinMs: 60_000,
  });
  const sender = createSender({
    ownUrls: [],
    openAddresses: [{ host: "127.0.0.1", port: slack.port }],
    clock: systemClock,
  });
  gateway.slack = slackAppFrom(
    {
      SLACK_SIGNING_SECRET: SECRETS.signingSecret,
      SLACK_CLIENT_ID: SECRETS.clientId,
      SLACK_CLIENT_SECRET: SECRETS.clientSecret,
      SLACK_API_URL: slack.apiUrl,
    },
    { sender, database: gateway.database, clock: gateway.clock },
  );
  gateway.channels = [createSlackChannel(gateway.slack!.calls)];
  const app = await serveRoutes(gateway);
  slack.setAddresses({ interactivityUrl: `${app.url}/interactive`, eventsUrl: `${app.url}/events` });
  afterAll(async () => {
    await app.close();
    await slack.stop();
  });

  const teamId = slack.addTeam("berries");
  const installer = slack.addUser({ teamId, name: "adam" });
  const { token, refreshToken, installation } = slack.install(installer, SCOPES);
  const endsAt = new Date(time.now.getTime() + TOKEN_LIFE_MS);
  const tokens = { token, rotation: refreshToken === null ? null : { refreshToken, endsAt } };
  const accountId = await openAccount(world, { teamId, tokens, now: time.now });

  /** A user of the workspace who is this person. */
  const linked = async (person: Person): Promise<SlackUser> => {
    const user = slack.addUser({ teamId, name: person.name });
    const offered = { tenantId: person.tenantId, accountId, externalUserId: user.id, label: user.name };
    await confirmLink({ ...person, via: "session" }, await offerLink(offered, gateway), gateway);
    await world.owner`
      INSERT INTO channel_preferences (tenant_id, user_id, kind, questions, tier_min, changed_at)
      VALUES (${person.tenantId}, ${person.userId}, 'slack', true, 1, '2026-01-01')`;
    return user;
  };
  /** The cards in the conversation with this user, newest last. */
  const cardsOf = (user: SlackUser): PostedMessage[] =>
    slack.messages.filter(({ channelId }) => slack.directOf(teamId, user.id) === channelId);

  return {
    slack,
    teamId,
    accountId,
    installation,
    token,
    linked,
    cardsOf,
    /** The messages that this user alone was shown, as one text. */
    notesOf: (user: SlackUser): string[] =>
      slack.notes.filter(({ userId }) => userId === user.id).map(({ text }) => text),
    deliver: () => deliverEveryMessage(gateway),
    afterwards: app.afterwards,
    url: app.url,
    /** Presses a button, and waits for what is told afterwards. */
    press: async (user: SlackUser, message: PostedMessage, actionId: string): Promise<AppAnswer> => {
      const answered = await slack.press(installation, user, { message, actionId });
      await app.afterwards();
      return answered;
    },
    send: async (delivery: Delivery): Promise<AppAnswer> => {
      const answered = await slack.send(delivery);
      await app.afterwards();
      return answered;
    },
  };
}

async function openAccount(
  { owner, tenantId }: World,
  { teamId, tokens, now }: { teamId: string; tokens: SlackTokens; now: Date },
): Promise<number> {
  const [row] = await owner<{ id: number }[]>`
    INSERT INTO channel_accounts (tenant_id, kind, external_id, label, opened_at, opened_by_label, renew_at)
    VALUES (${tenantId}, 'slack', ${teamId}, 'berries', ${now}, 'Adam', ${renewAtOf(tokens)}) RETURNING id`;
  const { id } = row!;
  await owner`UPDATE channel_accounts SET sealed = ${sealAccountSecret(id, secretOf(tokens))} WHERE id = ${id}`;
  return id;
}

/** Our routes, each in the frame that Next gives it. */
async function serveRoutes(gateway: Gateway) {
  const running = new Set<Promise<void>>();
  const runAfterwards = (work: () => Promise<void>) => {
    const run = work().finally(() => running.delete(run));
    running.add(run);
  };
  const interactive = route((request) => answerSlackInteraction(request, gateway, runAfterwards));
  const events = route((request) => answerSlackEvent(request, gateway, runAfterwards));
  const server = http.createServer((incoming, outgoing) => {
    void (async () => {
      const handler = incoming.url === "/events" ? events : interactive;
      const answer = await handler(await requestOf(incoming));
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    afterwards: async () => void (await Promise.all(running)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function requestOf(incoming: http.IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const method = incoming.method ?? "GET";
  const headers = new Headers(incoming.headers as Record<string, string>);
  return new Request(`http://127.0.0.1${incoming.url}`, {
    method,
    headers,
    ...(method === "POST" ? { body: Buffer.concat(chunks) } : {}),
  });
}
