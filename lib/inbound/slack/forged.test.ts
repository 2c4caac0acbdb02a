import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Delivery } from "@countersign/slack-double";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useSlack } from "./testing/use-slack";

/** What nobody pressed: forged, malformed, written by hand, or fetched. None of it decides or answers anything. */

const { world, slack, installation, linked, cardsOf, deliver, send, url, time } = await useSlack();
const mike = await linked(world.approver);

const { proposal } = await world.propose(proposals.arNote());
await deliver();
const card = cardsOf(mike).at(-1)!;
const genuine = slack.pressOf(installation, mike, { message: card, actionId: "approve" });

/** The same number each run. */
const chance = (seed: number, of: number) =>
  createHash("sha256").update(`forged-${seed}`).digest().readUInt32BE(0) % of;
const changedAt = (text: string, at: number) => {
  const digit = text[at] === "0" ? "1" : "0";
  return text.slice(0, at) + digit + text.slice(at + 1);
};
const TIMESTAMP = "x-slack-request-timestamp";
const SIGNATURE = "x-slack-signature";

function forgedOf(seed: number): Delivery {
  const { headers, body } = genuine;
  const signature = headers[SIGNATURE];
  const at = chance(seed, body.length - 1);
  switch (seed % 8) {
    case 0:
      return { ...genuine, body: changedAt(body, at) };
    case 1:
      return { ...genuine, headers: { ...headers, [SIGNATURE]: changedAt(signature, 3 + chance(seed, 64)) } };
    case 2:
      return {
        ...genuine,
        headers: { ...headers, [TIMESTAMP]: String(Number(headers[TIMESTAMP]) + 1 + chance(seed, 300)) },
      };
    case 3:
      return { ...genuine, body: body.slice(0, at) };
    case 4:
      return {
        ...genuine,
        headers: { ...headers, [SIGNATURE]: ["", "v0=", "v1=0", signature.slice(0, 20)][chance(seed, 4)]! },
      };
    case 5:
      return {
        ...genuine,
        headers: { ...headers, [TIMESTAMP]: ["", "0", "-1", "1e9", "soon"][chance(seed, 5)]! },
      };
    // From here on Slack's own signature, on something that is no press.
    case 6: {
      const text = decodeURIComponent(body.replace("payload=", ""));
      return signed(`payload=${encodeURIComponent(text.slice(0, chance(seed, text.length - 1)))}`);
    }
    default:
      return signed(
        [
          "",
          "payload=",
          "payload=null",
          "payload=[]",
          "payload=1&payload=2",
          `payload=%7B%22type%22%3A%22block_actions%22%7D&n=${seed}`,
        ][chance(seed, 6)]!,
      );
  }
}
const signed = (body: string): Delivery =>
  slack.signed({ url: genuine.url, body, contentType: "application/x-www-form-urlencoded" });

const FORGED = 10_000;
test("10,000 forged or malformed deliveries: none is accepted, and none is answered with 5xx", async () => {
  const statuses = new Map<number | null, number>();
  for (let seed = 0; seed < FORGED; seed += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, more) => slack.send(forgedOf(seed + more))),
    );
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses.keys()].toSorted()).toEqual([400, 401]);
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(FORGED);
  expect(await world.statusOf(proposal.id)).toBe("pending");
  expect(await world.owner`SELECT 1 FROM channel_deliveries`).toHaveLength(0);
});

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

test("an app that was removed from its workspace closes the account, and its token is gone", async () => {
  expect((await slack.send(slack.eventOf(installation, { type: "app_uninstalled" }))).status).toBe(200);
  expect(await world.owner`SELECT state, sealed FROM channel_accounts`).toEqual([
    { state: "closed", sealed: null },
  ]);
});
