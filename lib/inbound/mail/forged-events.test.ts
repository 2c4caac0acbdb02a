import { expect, test } from "vitest";
import {
  PROVIDER_SETTINGS,
  type ProviderPost,
  readAmazonPage,
  signedBySendGrid,
} from "@/lib/channels/mail/testing/mail-providers";
import {
  type EventProvider,
  type TakenMail,
  eventPost,
  mailgunEventPost,
  postmarkEventPost,
  sesEventPost,
} from "@/lib/channels/mail/testing/provider-events";
import { readQuestionReach } from "@/lib/interactions/read-reach";
import { NONSENSE, chance, changed, cut, pick, without } from "./testing/forge";
import { postAsProvider } from "./testing/post-as-provider";
import { useInboundMail } from "./testing/use-inbound-mail";

/** News that came from no provider, or that is no event: nothing of it is noted, and none of it is a fault of ours. */

const PER_PROVIDER = Number(process.env.FORGED_MAILS ?? 2_000);
const AT_ONCE = 20;

const mail = await useInboundMail(PROVIDER_SETTINGS);
const { world, gateway, time, askBy } = mail;
const { approver: ana, admin } = world;
gateway.inboundMail = { ...gateway.inboundMail!, readPage: readAmazonPage };
const { id } = await askBy(ana, { timeout_seconds: 86_400 });
const taken: TakenMail = {
  headers: new Map(
    mail
      .mailsTo(ana)
      .at(-1)!
      .headers.map(({ key, value }) => [key, value]),
  ),
};
const genuine = (provider: EventProvider) => eventPost(provider, "bounced", taken, time.now);

const post = async (provider: EventProvider, message: ProviderPost): Promise<number> =>
  (await postAsProvider(gateway, provider, message)).status;

const JSON_TYPE = { "content-type": "application/json" };

const FORGERIES: Record<EventProvider, (seed: number) => ProviderPost> = {
  postmark(seed) {
    const { headers, body } = genuine("postmark");
    const login = pick(seed, ["", "Basic", "Basic !!", headers.authorization!.slice(0, -4), "Bearer x"]);
    if (seed % 3 === 0) return { headers: { ...headers, authorization: login }, body };
    if (seed % 3 === 1) return { headers, body: cut(body, seed) };
    return postmarkEventPost(
      pick<object>(seed, [
        { RecordType: "Bounce" },
        { RecordType: "Bounce", Type: 1 },
        { RecordType: "SpamComplaint", Type: "SpamComplaint", Metadata: "x" },
        { RecordType: "Bounce", Type: "HardBounce", Metadata: [1], Details: {} },
        { RecordType: 1, Type: "HardBounce" },
      ]),
    );
  },
  sendgrid(seed) {
    const { headers, body } = genuine("sendgrid");
    const stamp = "x-twilio-email-event-webhook-timestamp";
    switch (seed % 5) {
      case 0:
        return { headers, body: changed(body, seed) };
      case 1:
        return { headers: without(headers, seed), body };
      case 2: {
        const other = String(Number(headers[stamp]) + 1 + chance(seed, 900_000));
        return { headers: { ...headers, [stamp]: pick(seed, ["", "0", "-1", "soon", other]) }, body };
      }
      case 3:
        return signedBySendGrid(cut(body, seed), time.now, JSON_TYPE);
      default: {
        const bodies = [
          ...NONSENSE,
          "[1]",
          "[null]",
          '[{"event":1}]',
          '[{"reason":"x"}]',
          '[{"event":"bounce","unique_args":1}]',
        ];
        return signedBySendGrid(Buffer.from(pick(seed, bodies)), time.now, JSON_TYPE);
      }
    }
  },
  mailgun(seed) {
    const { headers, body } = genuine("mailgun");
    const event = JSON.parse(body.toString()) as { signature: Record<string, string>; "event-data": object };
    const field = pick(seed, ["timestamp", "token", "signature"]);
    const again = (signature: unknown) => ({
      headers,
      body: Buffer.from(JSON.stringify({ ...event, signature })),
    });
    switch (seed % 4) {
      case 0:
        return again({ ...event.signature, [field]: pick(seed, ["", "0", "x", "f".repeat(64), "é"]) });
      case 1:
        return again(pick<unknown>(seed, [null, "x", [], {}, { ...event.signature, [field]: 1 }]));
      case 2:
        return { headers, body: Buffer.from(pick(seed, NONSENSE)) };
      default:
        return mailgunEventPost(
          pick<unknown>(seed, [
            null,
            1,
            "x",
            [],
            {},
            { event: 1 },
            { event: "failed", "user-variables": "x" },
          ]),
          time.now,
        );
    }
  },
  ses(seed) {
    const { headers, body } = genuine("ses");
    const members = JSON.parse(body.toString()) as Record<string, string>;
    const name = pick(seed, Object.keys(members));
    switch (seed % 4) {
      case 0:
        return { headers, body: cut(body, seed) };
      case 1:
        return { headers, body: Buffer.from(JSON.stringify({ ...members, [name]: undefined })) };
      case 2:
        return {
          headers,
          body: Buffer.from(JSON.stringify({ ...members, [name]: `${members[name]}${seed}` })),
        };
      default:
        return sesEventPost(
          pick<object>(seed, [
            { notificationType: "Bounce" },
            { eventType: "Complaint", mail: {} },
            { notificationType: "Bounce", mail: {}, bounce: { bounceType: "Permanent" } },
            {
              eventType: "Bounce",
              mail: { headers: [1] },
              bounce: { bounceType: "x", bouncedRecipients: [] },
            },
          ]),
          time.now,
        );
    }
  },
};

test.each(Object.keys(FORGERIES) as EventProvider[])(
  "of %s's forged or malformed events none is noted, and none is answered with 5xx",
  async (provider) => {
    const statuses = new Map<number, number>();
    for (let seed = 0; seed < PER_PROVIDER; seed += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, more) =>
        post(provider, FORGERIES[provider](seed + more)),
      );
      for (const status of await Promise.all(some)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].toSorted()).toEqual([400, 401]);
    expect(await world.owner`SELECT 1 FROM channel_deliveries`).toEqual([]);
    const { reached } = await readQuestionReach(admin, id, gateway);
    expect(reached).toMatchObject([{ state: "sent", returned_at: null, reported_at: null }]);
  },
);

test("the genuine event, last, is noted: the others were refused for what they were", async () => {
  for (const provider of Object.keys(FORGERIES) as EventProvider[])
    expect(await post(provider, genuine(provider))).toBe(200);
  const { reached } = await readQuestionReach(admin, id, gateway);
  expect(reached).toMatchObject([{ state: "failed" }]);
});
