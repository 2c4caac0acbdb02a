import { expect, test } from "vitest";
import { PROVIDER_SETTINGS, postmarkPost } from "@/lib/channels/mail/testing/mail-providers";
import { flushRefused } from "@/lib/gateway/controls/refused-deliveries";
import { readMetrics } from "@/lib/gateway/read/state/read-metrics";
import { route } from "@/lib/http/route";
import { readChannelAccounts } from "@/lib/messages/connect-slack";
import { answerMail } from "./mail/answer-request";
import { useInboundMail } from "./mail/testing/use-inbound-mail";

/** Forged and malformed deliveries are counted by the route that they came to, and nobody's database is flooded by them. */

const mail = await useInboundMail(PROVIDER_SETTINGS);
const { gateway, world } = mail;
const { approver: ana, admin } = world;

const post = async (headers: HeadersInit, body: string | Buffer): Promise<number> => {
  const request = new Request("https://sign.example/x", {
    method: "POST",
    headers,
    body: new Uint8Array(Buffer.from(body)),
  });
  return (await route((one) => answerMail(one, "postmark", gateway))(request)).status;
};
const rowsOf = () => world.owner`SELECT route, forged, malformed FROM refused_deliveries ORDER BY route`;
const shown = async () =>
  (await readChannelAccounts(admin, gateway)).refused.filter(
    ({ forged, malformed }) => forged + malformed > 0,
  );

test("each refused delivery is counted once, by its route and why, in the metric and on the page", async () => {
  const { to } = await mail.askBy(ana);
  const genuine = postmarkPost({ from: ana.email, to, text: "3", messageId: "<g@mail.example>" });
  for (let count = 0; count < 30; count += 1) expect(await post({}, genuine.body)).toBe(401);
  for (let count = 0; count < 2; count += 1) expect(await post(genuine.headers, "{")).toBe(400);
  expect(await post(genuine.headers, "x".repeat(1_000_001))).toBe(413);
  expect(await post(genuine.headers, genuine.body)).toBe(200);
  // Thirty-three refusals, and no statement yet.
  expect(await rowsOf()).toEqual([]);
  expect(await shown()).toEqual([{ route: "mail/postmark", forged: 30, malformed: 3 }]);
  expect(await rowsOf()).toEqual([{ route: "mail/postmark", forged: 30, malformed: 3 }]);
  const { text } = await readMetrics(gateway);
  expect(text).toContain('countersign_inbound_refused{route="mail/postmark",why="forged"} 30');
  expect(text).toContain('countersign_inbound_refused{route="mail/postmark",why="malformed"} 3');
  expect(text).toContain('countersign_inbound_refused{route="slack/events",why="forged"} 0');
});

test("counts of several processes add up, and go out of the figures with their time", async () => {
  for (const process of [gateway, { ...gateway }, { ...gateway }]) {
    const request = new Request("https://sign.example/x", { method: "POST", body: "{}" });
    await route((one) => answerMail(one, "sendgrid", process))(request);
    await flushRefused(process);
  }
  expect(await shown()).toContainEqual({ route: "mail/sendgrid", forged: 3, malformed: 0 });
  mail.pass(86_400);
  expect(await shown()).toEqual([]);
});

test("a database that is away loses no count", async () => {
  const away = {
    ...gateway,
    database: new Proxy(gateway.database, {
      get: () => {
        throw new Error("away");
      },
    }),
  };
  const request = new Request("https://sign.example/x", { method: "POST", body: "{}" });
  expect((await route((one) => answerMail(one, "ses", away))(request)).status).toBe(401);
  await flushRefused(away);
  away.database = gateway.database;
  await flushRefused(away);
  expect(await shown()).toContainEqual({ route: "mail/ses", forged: 1, malformed: 0 });
});
