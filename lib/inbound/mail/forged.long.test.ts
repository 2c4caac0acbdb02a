import { expect, test } from "vitest";
import {
  PROVIDER_SETTINGS,
  type ProviderPost,
  type SentMail,
  mailgunPost,
  postmarkPost,
  readAmazonPage,
  sendGridPost,
  sesPost,
  signedByMailgun,
  signedBySendGrid,
  snsPost,
} from "@/lib/channels/mail/testing/mail-providers";
import { readInteraction } from "@/lib/interactions/read";
import type { MailProvider } from "./answer-request";
import { NONSENSE, chance, changed, cut, pick, without } from "./testing/forge";
import { postAsProvider } from "./testing/post-as-provider";
import { INBOX, useInboundMail } from "./testing/use-inbound-mail";

/** Requests that no provider sent, or that are no mail: none is taken in, and none is a fault of ours. */

const PER_WAY = Number(process.env.FORGED_MAILS ?? 2_000);
const AT_ONCE = 20;

const mail = await useInboundMail(PROVIDER_SETTINGS);
const { world, gateway, time, counts, askBy } = mail;
const { approver: ana, agent } = world;
gateway.inboundMail = { ...gateway.inboundMail!, readPage: readAmazonPage };
const { id, to } = await askBy(ana, { timeout_seconds: 86_400 });
const sent = (text = "3"): SentMail => ({ from: ana.email, to, text, messageId: "<genuine@mail.example>" });

const post = async (provider: MailProvider, message: ProviderPost): Promise<number> =>
  (await postAsProvider(gateway, provider, message)).status;

/** With no proof, with a changed one, or with the right proof on what is no mail. */
const FORGERIES: Record<MailProvider, (seed: number) => ProviderPost> = {
  postmark(seed) {
    const { headers, body } = postmarkPost(sent());
    const right = headers.authorization!;
    const login = pick(seed, [
      "",
      "Basic",
      "Basic ",
      "Basic !!",
      right.slice(0, -4),
      `${right.slice(0, -6)}AAAA`,
      "Bearer x",
    ]);
    if (seed % 3 === 0) return { headers: { ...headers, authorization: login }, body };
    if (seed % 3 === 1) return { headers, body: cut(body, seed) };
    return { headers, body: Buffer.from(pick(seed, NONSENSE)) };
  },
  sendgrid(seed) {
    const { headers, body } = sendGridPost(sent(), time.now);
    const stamp = "x-twilio-email-event-webhook-timestamp";
    const other = String(Number(headers[stamp]) + 1 + chance(seed, 900_000));
    switch (seed % 6) {
      case 0:
        return { headers, body: changed(body, seed) };
      case 1:
        return { headers: without(headers, seed), body };
      case 2:
        return { headers: { ...headers, [stamp]: pick(seed, ["", "0", "-1", "1e9", "soon", other]) }, body };
      case 3:
        return {
          headers: {
            ...headers,
            "x-twilio-email-event-webhook-signature": pick(seed, ["", "AA==", "!", "MEUCIQ"]),
          },
          body,
        };
      case 4:
        return signedBySendGrid(
          Buffer.from(pick(seed, NONSENSE)),
          time.now,
          pick(seed, [{ "content-type": "application/json" }, headers, {}]),
        );
      default:
        // Without its last line's end alone it would be whole.
        return signedBySendGrid(cut(body.subarray(0, body.lastIndexOf("--")), seed), time.now);
    }
  },
  ses(seed) {
    const { headers, body } = sesPost(sent(), time.now);
    const members = JSON.parse(body.toString()) as Record<string, string>;
    switch (seed % 5) {
      case 0:
        return { headers, body: Buffer.from(pick(seed, NONSENSE)) };
      case 1: {
        const name = pick(seed, Object.keys(members));
        delete members[name];
        return { headers, body: Buffer.from(JSON.stringify(members)) };
      }
      case 2: {
        const name = pick(seed, Object.keys(members));
        return {
          headers,
          body: Buffer.from(JSON.stringify({ ...members, [name]: `${members[name]}${seed}` })),
        };
      }
      case 3:
        return { headers, body: cut(body, seed) };
      default:
        return snsPost(
          { Type: "Notification", Message: pick(seed, ["", "{", "not a mail", '{"a":', "[1,"]) },
          time.now,
        );
    }
  },
  mailgun(seed) {
    const { headers, body } = mailgunPost(sent(), time.now, "genuine");
    const text = body.toString();
    const field = pick(seed, ["timestamp", "token", "signature"]);
    switch (seed % 4) {
      case 0: {
        const pattern = new RegExp(`(name="${field}"\\r\\n\\r\\n)[^\\r]*`);
        const value = pick(seed, ["", "0", "x", "1".repeat(10), "f".repeat(64), "é"]);
        return { headers, body: Buffer.from(text.replace(pattern, `$1${value}`)) };
      }
      case 1:
        return { headers, body: Buffer.from(text.replace(`name="${field}"`, `name="other"`)) };
      case 2:
        return {
          headers: pick(seed, [headers, {}, { "content-type": "application/json" }]),
          body: Buffer.from(pick(seed, NONSENSE)),
        };
      default:
        return signedByMailgun(
          pick<Record<string, string>>(seed, [
            {},
            { recipient: to },
            { recipient: to, sender: "x" },
            { recipient: to, sender: "x", from: "x", "message-headers": "{" },
            { recipient: to, sender: "x", from: "x", "message-headers": '[["a"]]' },
          ]),
          time.now,
        );
    }
  },
};

test.each(Object.keys(FORGERIES) as MailProvider[])(
  "of %s's forged or malformed deliveries none is accepted, and none is answered with 5xx",
  async (provider) => {
    const before = await counts();
    const statuses = new Map<number, number>();
    for (let seed = 0; seed < PER_WAY; seed += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, more) =>
        post(provider, FORGERIES[provider](seed + more)),
      );
      for (const status of await Promise.all(some)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].toSorted()).toEqual([400, 401]);
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(PER_WAY);
    expect(await counts()).toEqual(before);
    expect(await world.owner`SELECT 1 FROM channel_deliveries`).toEqual([]);
  },
);

test("of mail to addresses that we did not make none is accepted by our own listener", async () => {
  const before = await counts();
  const codes = new Set<number>();
  const genuine = to.split("@")[0]!;
  const forgedTo = (seed: number): string => {
    const at = INBOX.local.length + 1 + chance(seed, genuine.length - INBOX.local.length - 1);
    const letter = pick(
      seed,
      [..."abcdefghijklmnopqrstuvwxyz234567"].filter((one) => one !== genuine[at]),
    );
    return pick(seed, [
      `${genuine.slice(0, at)}${letter}${genuine.slice(at + 1)}@${INBOX.domain}`,
      `${genuine}@${pick(seed, ["sign.example", "in.sign.example.evil", "evil.example"])}`,
      `${genuine}${letter}@${INBOX.domain}`,
      `${genuine.slice(0, at)}@${INBOX.domain}`,
      `${pick(seed, ["postmaster", "reply", "root"])}@${INBOX.domain}`,
    ]);
  };
  for (let seed = 0; seed < PER_WAY; seed += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, more) =>
      mail.hand({ from: ana.email, to: forgedTo(seed + more), text: "3" }),
    );
    for (const code of await Promise.all(some)) codes.add(code);
  }
  expect([...codes]).toEqual([550]);
  expect(await counts()).toEqual(before);
});

test("the genuine mail, last, is taken: the others were refused for what they were", async () => {
  for (const [provider, one] of [
    ["postmark", postmarkPost(sent())],
    ["sendgrid", sendGridPost(sent(), time.now)],
    ["ses", sesPost(sent(), time.now)],
    ["mailgun", mailgunPost(sent(), time.now, "genuine")],
  ] as const)
    expect(await post(provider, one)).toBe(200);
  expect(await readInteraction(agent, id, gateway)).toMatchObject({ response: { answer: { count: 3 } } });
  expect(await mail.repliesTo(id)).toHaveLength(1);
});
