import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openAccountSecret, sealAccountSecret } from "@/lib/channels/account-secret";
import { createSlackCalls } from "@/lib/channels/slack/outbound/slack-calls";
import { secretOf, tokensOf } from "@/lib/channels/slack/outbound/tokens";
import { createSlackChannel } from "@/lib/channels/slack/slack-channel";
import type { Gateway } from "@/lib/gateway/context";
import { proposals } from "@/lib/gateway/testing/proposals";
import { steppedUp } from "@/lib/gateway/testing/step-up";
import { SCOPES, useSlack } from "@/lib/inbound/slack/testing/use-slack";
import { beginConnectingSlack, finishConnectingSlack, readChannelAccounts } from "./connect-slack";
import { deliverMessages } from "./deliver-messages";

/** A workspace whose tokens end after twelve hours, as Slack's rotation has it. Those with proposals stand first: they have the real time. */

const GRACE_SECONDS = 30;
const messaging = await useSlack({ rotatesTokens: true, refreshGraceSeconds: GRACE_SECONDS });
const { world, slack, teamId, accountId, time, pass, deliver, ask, press, linked, cardsOf, notesOf } =
  messaging;
const { owner, admin, gateway, tenantId } = world;
const mike = await linked(world.approver);
const HOUR = 3_600;

const rowOf = async () =>
  (
    await owner<{ sealed: string; state: string; last_error: string | null; renew_at: Date }[]>`
      SELECT sealed, state, last_error, renew_at FROM channel_accounts WHERE id = ${accountId}`
  )[0]!;
const tokensNow = async () => tokensOf(openAccountSecret(accountId, (await rowOf()).sealed))!;
const refreshes = () => slack.calls.filter(({ method }) => method === "oauth.v2.access");
/** So far before the end of the token at hand. */
async function reach(secondsLeft: number) {
  time.now = new Date((await tokensNow()).rotation!.endsAt.getTime() - secondsLeft * 1_000);
}

const cardOf = (actionId: number) =>
  cardsOf(mike).find(({ blocks }) => {
    const shown = JSON.stringify(blocks);
    return shown.includes(`#${actionId}`) && shown.includes('"action_id":"reject"');
  })!;

async function connect() {
  const person = await steppedUp(owner, admin, "connect_channel", "slack");
  const { url } = await beginConnectingSlack(person, gateway);
  const query = new URL(url).searchParams;
  const user = slack.addUser({ teamId, name: "adam" });
  const { code } = slack.consent(user, { scopes: SCOPES, redirectUri: query.get("redirect_uri") });
  const { stepUp: _, ...session } = person;
  await finishConnectingSlack(session, { code, state: query.get("state")! }, gateway);
}

beforeEach(async () => {
  slack.disarm();
  pass(3 * HOUR);
  await connect();
  await deliver();
  slack.calls.length = 0;
});

/** Another process: it has the database alone in common with the first. Its renewals wait until they may go on. */
function heldProcess() {
  let arrive = () => {};
  let release = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const open = new Promise<void>((resolve) => (release = resolve));
  const { api, client } = gateway.slack!;
  const held = {
    ...(api as never as Parameters<typeof createSlackCalls>[0]["api"]),
    exchange: async (...args: Parameters<typeof api.exchange>) => {
      arrive();
      await open;
      return api.exchange(...args);
    },
  };
  const { database, clock } = gateway;
  const calls = createSlackCalls({ database, clock, api: held, client });
  const of: Gateway = { ...gateway, channels: [createSlackChannel(calls)] };
  return { arrived, release: () => release(), deliver: () => deliverMessages(tenantId, of) };
}

describe("a workspace that is connected", () => {
  test("with rotation has its refresh token and its end sealed in its row, and nowhere else", async () => {
    const { token, rotation } = await tokensNow();
    expect(token).toMatch(/^xoxe\.xoxb-/);
    expect(rotation!.endsAt).toEqual(new Date(time.now.getTime() + 12 * HOUR * 1_000));
    expect((await rowOf()).renew_at).toEqual(new Date(time.now.getTime() + 11 * HOUR * 1_000));
    await reach(HOUR);
    await deliver();
    const rows = await owner`
      SELECT a::text FROM channel_accounts a UNION ALL SELECT e::text FROM events e
      UNION ALL SELECT g::text FROM channel_messages g`;
    expect(JSON.stringify(rows)).not.toMatch(/xox[eb]/);
  });
});

describe("a token", () => {
  test("is renewed an hour before it ends although nobody uses it, once", async () => {
    const before = await tokensNow();
    await reach(HOUR + 1);
    await deliver();
    expect(refreshes()).toEqual([]);
    pass(1);
    await deliver();
    await deliver();
    expect(refreshes()).toHaveLength(1);
    const after = await tokensNow();
    expect(after.token).not.toBe(before.token);
    expect(after.rotation!.endsAt.getTime()).toBe(time.now.getTime() + 12 * HOUR * 1_000);
    await ask();
    await deliver();
    expect(slack.calls.at(-1)).toMatchObject({ method: "chat.postMessage", error: null });
  });

  test("that ended while nothing ran is renewed by the first press, which opens its form", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    await deliver();
    const card = cardOf(proposal.id);
    await reach(-1);
    await press(mike, card, "reject");
    expect(slack.calls.map(({ method, error }) => [method, error])).toContainEqual(["views.open", null]);
    expect(refreshes()).toHaveLength(1);
  });

  test("that Slack never renews again shows a press a note, and nothing is decided", async () => {
    const { proposal } = await world.propose(proposals.arNote());
    await deliver();
    const card = cardOf(proposal.id);
    await reach(-1);
    slack.arm({ kind: "error", error: "invalid_refresh_token", method: "oauth.v2.access" });
    await press(mike, card, "reject");
    expect(notesOf(mike).at(-1)).toContain("Nothing was decided");
    expect((await rowOf()).state).toBe("broken");
    expect(await world.statusOf(proposal.id)).toBe("pending");
  });

  test("that ends earlier than we thought is renewed, and the message follows", async () => {
    const tokens = await tokensNow();
    const endsAt = new Date(tokens.rotation!.endsAt.getTime() + 24 * HOUR * 1_000);
    const wrong = { ...tokens, rotation: { ...tokens.rotation!, endsAt } };
    await owner`
      UPDATE channel_accounts SET sealed = ${sealAccountSecret(accountId, secretOf(wrong))},
        renew_at = ${endsAt} WHERE id = ${accountId}`;
    time.now = new Date(tokens.rotation!.endsAt.getTime() + 1_000);
    await ask();
    await deliver();
    expect(slack.calls.map(({ method, error }) => [method, error])).toEqual([
      ["chat.postMessage", "token_expired"],
      ["oauth.v2.access", null],
    ]);
    expect((await rowOf()).state).toBe("open");
    pass(10);
    await deliver();
    expect(slack.calls.at(-1)).toMatchObject({ method: "chat.postMessage", error: null });
  });
});

describe("two processes at once", () => {
  test("renew once: the other sends by the token before", async () => {
    await reach(2 * 60);
    const other = heldProcess();
    const first = other.deliver();
    await other.arrived;
    await ask();
    await deliver();
    expect(slack.calls.map(({ method, error }) => [method, error])).toEqual([["chat.postMessage", null]]);
    other.release();
    await first;
    await deliver();
    expect(refreshes()).toHaveLength(1);
  });

  test("renew once: where the token before has ended, the other waits", async () => {
    await reach(-1);
    const other = heldProcess();
    const first = other.deliver();
    await other.arrived;
    await ask();
    await deliver();
    expect(slack.calls).toEqual([]);
    expect((await rowOf()).state).toBe("open");
    other.release();
    await first;
    pass(10);
    await deliver();
    expect(refreshes()).toHaveLength(1);
    expect(slack.calls.at(-1)).toMatchObject({ method: "chat.postMessage", error: null });
  });

  test("whoever comes back after the workspace was connected anew writes nothing", async () => {
    await reach(HOUR);
    const other = heldProcess();
    const first = other.deliver();
    await other.arrived;
    await connect();
    const { token } = await tokensNow();
    other.release();
    await first;
    expect((await tokensNow()).token).toBe(token);
    expect((await rowOf()).state).toBe("open");
  });
});

describe("a renewal", () => {
  test.each([
    { kind: "unavailable", status: 503 },
    { kind: "dropped" },
    { kind: "rate_limited", retryAfterSeconds: 1 },
    { kind: "error", error: "bad_client_secret" },
  ] as const)(
    "that fails with %j is tried again after five seconds, and the token before is used",
    async (fault) => {
      await reach(2 * 60);
      slack.arm({ ...fault, method: "oauth.v2.access" });
      await ask();
      await deliver();
      expect(slack.calls.at(-1)).toMatchObject({ method: "chat.postMessage", error: null });
      await deliver();
      expect(refreshes()).toHaveLength(1);
      pass(5);
      await deliver();
      expect(refreshes()).toHaveLength(2);
      expect((await tokensNow()).rotation!.endsAt.getTime()).toBe(time.now.getTime() + 12 * HOUR * 1_000);
    },
  );

  test("that fails for hours loses no message and breaks nothing", async () => {
    slack.arm({ kind: "unavailable", status: 503, method: "oauth.v2.access", times: 1_000 });
    await reach(-1);
    const id = await ask({ timeout_seconds: 20 * HOUR });
    for (let round = 0; round < 30; round += 1) {
      await deliver();
      pass(600);
    }
    expect((await rowOf()).state).toBe("open");
    slack.disarm();
    pass(1_800);
    await deliver();
    expect(JSON.stringify(cardsOf(mike).at(-1)!.blocks)).toContain(`#${id}`);
  });

  test("whose answer was lost is repeated in Slack's grace, and the workspace goes on", async () => {
    await reach(HOUR);
    slack.arm({ kind: "answer_lost", method: "oauth.v2.access" });
    await deliver();
    pass(5);
    await deliver();
    expect(refreshes().map(({ error }) => error)).toEqual([null, null]);
    await ask();
    await deliver();
    expect(slack.calls.at(-1)).toMatchObject({ method: "chat.postMessage", error: null });
  });

  test("of a process that stopped before it wrote is taken over once its lease is over", async () => {
    await reach(HOUR);
    const stopped = heldProcess();
    const first = stopped.deliver();
    await stopped.arrived;
    onTestFinished(async () => {
      stopped.release();
      await first;
    });
    await deliver();
    expect(refreshes()).toEqual([]);
    pass(10);
    await deliver();
    expect(refreshes()).toHaveLength(1);
  });

  test("whose answer was lost for longer than Slack's grace breaks the account, which says so until it is connected again", async () => {
    await reach(HOUR);
    slack.arm({ kind: "answer_lost", method: "oauth.v2.access" });
    await deliver();
    pass(GRACE_SECONDS + 5);
    await deliver();
    expect(await rowOf()).toMatchObject({ state: "broken", last_error: "invalid_refresh_token" });
    const { items } = await readChannelAccounts(admin, gateway);
    expect(items).toMatchObject([{ state: "broken", last_error: "invalid_refresh_token" }]);
    const events = await owner<{ type: string }[]>`
      SELECT event_type AS type FROM events
      WHERE entity_type = 'channel_account' AND entity_id = ${accountId} ORDER BY seq DESC LIMIT 1`;
    expect(events).toEqual([{ type: "channel.refused" }]);
    await ask({ timeout_seconds: 20 * HOUR });
    await deliver();
    pass(HOUR);
    await deliver();
    expect(slack.calls.filter(({ method }) => method === "chat.postMessage")).toEqual([]);
    await connect();
    await deliver();
    expect(slack.calls.at(-1)).toMatchObject({ method: "chat.postMessage", error: null });
  });
});
