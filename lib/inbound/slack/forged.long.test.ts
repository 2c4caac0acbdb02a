import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Delivery } from "@countersign/slack-double";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useSlack } from "./testing/use-slack";

/** Presses that nobody made: forged, malformed, written by hand, or fetched. None decides or answers anything. */

const { world, slack, installation, linked, cardsOf, deliver, send, url, time } = await useSlack();
const mike = await linked(world.approver);

const { proposal } = await world.propose(proposals.arNote());
await deliver();
const card = cardsOf(mike).at(-1)!;
const genuine = slack.pressOf(installation, mike, { message: card, actionId: "approve" });
const genuineEvent = slack.eventOf(installation, { type: "app_uninstalled" });

/** The same number each run. */
const chance = (seed: number, of: number) =>
  createHash("sha256").update(`forged-${seed}`).digest().readUInt32BE(0) % of;
const pick = <Value>(seed: number, from: readonly Value[]): Value => from[chance(seed, from.length)]!;
const changedAt = (text: string, at: number) => {
  const digit = text[at] === "0" ? "1" : "0";
  return text.slice(0, at) + digit + text.slice(at + 1);
};
const TIMESTAMP = "x-slack-request-timestamp";
const SIGNATURE = "x-slack-signature";

/** The genuine one, changed so that it is not Slack's any more. */
function changedOf(one: Delivery, seed: number): Delivery {
  const { headers, body } = one;
  const signature = headers[SIGNATURE];
  const at = chance(seed, body.length - 1);
  switch (seed % 6) {
    case 0:
      return { ...one, body: changedAt(body, at) };
    case 1:
      return { ...one, headers: { ...headers, [SIGNATURE]: changedAt(signature, 3 + chance(seed, 64)) } };
    case 2:
      return {
        ...one,
        headers: { ...headers, [TIMESTAMP]: String(Number(headers[TIMESTAMP]) + 1 + chance(seed, 300)) },
      };
    case 3:
      return { ...one, body: body.slice(0, at) };
    case 4:
      return {
        ...one,
        headers: { ...headers, [SIGNATURE]: pick(seed, ["", "v0=", "v1=0", signature.slice(0, 20)]) },
      };
    default:
      return {
        ...one,
        headers: { ...headers, [TIMESTAMP]: pick(seed, ["", "0", "-1", "1e9", "soon"]) },
      };
  }
}

/** Slack's own signature, on something that is no press. */
function noPress(seed: number): Delivery {
  const { body } = genuine;
  const text = decodeURIComponent(body.replace("payload=", ""));
  const payload = JSON.parse(text) as Record<string, unknown>;
  const saying = (over: object) => `payload=${encodeURIComponent(JSON.stringify({ ...payload, ...over }))}`;
  return signed(
    pick(seed, [
      `payload=${encodeURIComponent(text.slice(0, chance(seed + 1, text.length - 1)))}`,
      "",
      "payload=",
      "payload=null",
      "payload=[]",
      "payload=1&payload=2",
      saying({ actions: [], n: seed }),
      saying({ user: { id: "U\0" } }),
      saying({ team: { id: "\0" } }),
      saying({ trigger_id: seed }),
    ]),
  );
}

/** The same, on something that is no event. */
function noEvent(seed: number): Delivery {
  const { body } = genuineEvent;
  const envelope = JSON.parse(body) as Record<string, unknown>;
  const saying = (over: object) => JSON.stringify({ ...envelope, ...over });
  const text = pick(seed, [
    body.slice(0, chance(seed + 1, body.length - 1)),
    "",
    "null",
    "[]",
    "7",
    '{"type":7}',
    '{"type":"url_verification"}',
    saying({ team_id: "T\0" }),
    saying({ event_id: null, n: seed }),
    saying({ event: "app_uninstalled" }),
  ]);
  return slack.signed({ url: genuineEvent.url, body: text, contentType: "application/json" });
}
const signed = (body: string): Delivery =>
  slack.signed({ url: genuine.url, body, contentType: "application/x-www-form-urlencoded" });

test.each<[number, string, (seed: number) => Delivery]>([
  [10_000, "presses", (seed) => (seed % 4 === 3 ? noPress(seed) : changedOf(genuine, seed))],
  [2_000, "events", (seed) => (seed % 4 === 3 ? noEvent(seed) : changedOf(genuineEvent, seed))],
])(
  "of %i forged or malformed %s none is accepted, and none is answered with 5xx",
  async (count, _, forgedOf) => {
    const statuses = new Map<number | null, number>();
    for (let seed = 0; seed < count; seed += 20) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_one, more) => slack.send(forgedOf(seed + more))),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].toSorted()).toEqual([400, 401]);
    expect([...statuses.values()].reduce((sum, of) => sum + of, 0)).toBe(count);
    expect(await world.statusOf(proposal.id)).toBe("pending");
    expect(await world.owner`SELECT 1 FROM channel_deliveries`).toHaveLength(0);
    expect(await world.owner`SELECT state FROM channel_accounts`).toEqual([{ state: "open" }]);
  },
);

test("a body of more than a megabyte is refused before anything is worked out", async () => {
  expect((await send(signed(`payload=${"x".repeat(1_000_001)}`))).status).toBe(413);
});

const PHRASES = [
  "yes",
  "approve",
  "approved!",
  "ja, genehmigt",
  "LGTM :+1:",
  "approve #1",
  "no",
  "ok do it",
  "oui",
  "はい",
  "/approve 1",
  "<@U1> approve",
];
test("2,000 messages and fetches of links decide nothing", async () => {
  const before = await world.owner`SELECT count(*)::int AS count FROM decisions`;
  for (let count = 0; count < 2_000; count += 20) {
    await Promise.all(
      Array.from({ length: 20 }, async (_, more) => {
        const at = count + more;
        if (at % 4 === 3) {
          const answer = await fetch(`${url}/interactive?payload=approve`, { method: "GET" });
          expect(answer.status).toBeLessThan(500);
          return;
        }
        const event = {
          type: "message",
          user: mike.id,
          channel: card.channelId,
          thread_ts: card.ts,
          ts: `${at}.000001`,
          text: `${PHRASES[at % PHRASES.length]} ${at}`,
        };
        expect((await slack.send(slack.eventOf(installation, event))).status).toBe(200);
      }),
    );
  }
  expect(await world.statusOf(proposal.id)).toBe("pending");
  expect(await world.owner`SELECT count(*)::int AS count FROM decisions`).toEqual(before);
});

test("Slack's question whether this is our address gets its text back, if Slack asks", async () => {
  const body = JSON.stringify({ type: "url_verification", challenge: "3eZbrw1aB10FEMAGAZd4FyFQ" });
  const asked = slack.signed({ url: `${url}/events`, body, contentType: "application/json" });
  expect(await slack.send(asked)).toMatchObject({ status: 200, body: "3eZbrw1aB10FEMAGAZd4FyFQ" });
  expect((await slack.send({ ...asked, headers: { ...asked.headers, [SIGNATURE]: "v0=0" } })).status).toBe(
    401,
  );
});

test("the genuine press, last, is taken: the others were refused for what they were", async () => {
  expect(time.now.getTime() / 1_000 - Number(genuine.headers[TIMESTAMP])).toBeLessThan(300);
  expect((await send(genuine)).status).toBe(200);
  expect(await world.statusOf(proposal.id)).toBe("approved");
});

test("a removal that is told late, after the workspace was connected anew, closes nothing; nor do revoked tokens of users", async () => {
  for (const type of ["app_uninstalled", "tokens_revoked"])
    expect((await slack.send(slack.eventOf(installation, { type }))).status).toBe(200);
  expect(await world.owner`SELECT state FROM channel_accounts`).toEqual([{ state: "open" }]);
});

test("a removal of which Slack does not say whether it is still true closes nothing, and is told again", async () => {
  const removal = slack.eventOf(installation, { type: "app_uninstalled" });
  for (const fault of [
    { kind: "unavailable", status: 503 },
    { kind: "rate_limited", retryAfterSeconds: 1 },
    { kind: "error", error: "unheard_of" },
  ] as const) {
    slack.arm({ ...fault, method: "auth.test" });
    expect((await slack.send(removal)).status).toBe(503);
    expect(await world.owner`SELECT state FROM channel_accounts`).toEqual([{ state: "open" }]);
  }
  expect((await slack.send(removal)).status).toBe(200);
});

test("a workspace that is connected anew while Slack says that the app is gone stays connected", async () => {
  const app = world.gateway.slack!;
  const [before] = await world.owner<{ sealed: string }[]>`SELECT sealed FROM channel_accounts`;
  const connectAnew = (sealed: string) => world.owner`UPDATE channel_accounts SET sealed = ${sealed}`;
  const call: typeof app.calls.call = async () => {
    await connectAnew(`${before!.sealed} of the newest connection`);
    return { kind: "refused", code: "account_inactive" };
  };
  world.gateway.slack = { ...app, calls: { ...app.calls, call } };
  const answer = await slack.send(slack.eventOf(installation, { type: "app_uninstalled" }));
  world.gateway.slack = app;
  expect(answer.status).toBe(503);
  expect(await world.owner`SELECT state FROM channel_accounts`).toEqual([{ state: "open" }]);
  await connectAnew(before!.sealed);
});

test("an app that was removed from its workspace closes the account, and its token is gone", async () => {
  installation.closedBecause = "account_inactive";
  expect((await slack.send(slack.eventOf(installation, { type: "app_uninstalled" }))).status).toBe(200);
  expect(await world.owner`SELECT state, sealed FROM channel_accounts`).toEqual([
    { state: "closed", sealed: null },
  ]);
});
