import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { newWebhookKeyPair, newWebhookSecret, readSigningKey, readVerifyingKey } from "./keys";
import { type WebhookHeaders, signWebhook } from "./sign-webhook";
import { type ReceivedWebhook, type WebhookFault, verifyWebhook } from "./verify-webhook";

afterEach(() => void vi.useRealTimers());

/** From the specification and the tests of its libraries. */
const published = {
  message: {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    sentAt: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  },
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  secretSignature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  privateKey: "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==",
  publicKey: "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=",
  keySignature:
    "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
};

const now = new Date("2026-11-27T12:00:00Z");
const secret = newWebhookSecret();
const pair = newWebhookKeyPair();
const message = { id: "msg_1", sentAt: now, body: '{"type":"ping","é":"€"}' };

function checkOf(headers: Partial<WebhookHeaders>, more: Partial<ReceivedWebhook> = {}) {
  const keys = [secret, pair.publicKey];
  return verifyWebhook({ headers: new Headers(headers), body: message.body, keys, now, ...more });
}

describe("the published examples", () => {
  test("are signed as published, by a secret and by a private key", () => {
    const headers = signWebhook({ ...published.message, keys: [published.secret, published.privateKey] });
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": `${published.secretSignature} ${published.keySignature}`,
    });
  });
  test.each([
    [published.secret, published.secretSignature],
    [published.publicKey, published.keySignature],
  ])("are verified: %s", (key, signature) => {
    const headers = new Headers({
      "webhook-id": published.message.id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": signature,
    });
    const received = { headers, body: published.message.body, keys: [key], now: published.message.sentAt };
    expect(verifyWebhook(received)).toEqual({
      ok: true,
      id: published.message.id,
      sentAt: published.message.sentAt,
    });
  });
});

describe("the package of the specification agrees", () => {
  test("with a signature of ours, also beside others", () => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    const headers = signWebhook({ ...message, keys: [pair.privateKey, newWebhookSecret(), secret] });
    expect(new Webhook(secret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
    expect(() => new Webhook(newWebhookSecret()).verify(message.body, headers)).toThrow(
      "No matching signature",
    );
  });
  test("and its signature is verified by us", () => {
    const signature = new Webhook(secret).sign(message.id, now, message.body);
    const headers = { ...signWebhook({ ...message, keys: [secret] }), "webhook-signature": signature };
    expect(checkOf(headers)).toEqual({ ok: true, id: "msg_1", sentAt: now });
  });
});

describe("a rotation", () => {
  test("is verified by whoever has the old key, the new one, or both, of either kind", () => {
    const [old, next] = [newWebhookSecret(), newWebhookSecret()];
    const nextPair = newWebhookKeyPair();
    const headers = signWebhook({ ...message, keys: [next, old, pair.privateKey, nextPair.privateKey] });
    const holders = [[old], [next], [old, next], [pair.publicKey], [nextPair.publicKey, secret]];
    for (const keys of holders) expect(checkOf(headers, { keys })).toMatchObject({ ok: true });
    expect(checkOf(headers, { keys: [secret] })).toEqual({ ok: false, fault: "signature_wrong" });
  });
});

const signed = signWebhook({ ...message, keys: [secret, pair.privateKey] });
const [sharedOne, pairOne] = signed["webhook-signature"].split(" ") as [string, string];
const at = (seconds: number) => String(Math.floor(now.getTime() / 1_000) + seconds);

describe("a message that is not as it was signed is not accepted, and the check says why", () => {
  test.each<[name: string, headers: Partial<WebhookHeaders>, fault: WebhookFault]>([
    ["another id", { "webhook-id": "msg_2" }, "signature_wrong"],
    ["another second", { "webhook-timestamp": at(1) }, "signature_wrong"],
    ["an empty id", { "webhook-id": "" }, "header_missing"],
    ["an id with a dot", { "webhook-id": "msg_1.1" }, "id_malformed"],
    ["an id that is too long", { "webhook-id": "a".repeat(129) }, "id_malformed"],
    ["two ids", { "webhook-id": "msg_1, msg_1" }, "id_malformed"],
    ["a time in words", { "webhook-timestamp": "now" }, "timestamp_malformed"],
    ["a time with zeros before it", { "webhook-timestamp": `0${at(0)}` }, "timestamp_malformed"],
    ["a time with a fraction", { "webhook-timestamp": `${at(0)}.5` }, "timestamp_malformed"],
    ["a time below zero", { "webhook-timestamp": "-1" }, "timestamp_malformed"],
    ["a time that is no time", { "webhook-timestamp": "9".repeat(30) }, "timestamp_malformed"],
    ["two times", { "webhook-timestamp": `${at(0)}, ${at(0)}` }, "timestamp_malformed"],
    ["a time in milliseconds", { "webhook-timestamp": "999999999999" }, "timestamp_too_new"],
    ["a signature without its version", { "webhook-signature": sharedOne.slice(3) }, "signature_malformed"],
    [
      "a signature of an unknown version",
      { "webhook-signature": sharedOne.replace("v1", "v2") },
      "signature_malformed",
    ],
    ["a signature in another alphabet", { "webhook-signature": "v1,____" }, "signature_malformed"],
    ["an endless list", { "webhook-signature": `${sharedOne} `.repeat(100) }, "signature_malformed"],
    [
      "a signature under the other version",
      { "webhook-signature": sharedOne.replace("v1", "v1a") },
      "signature_wrong",
    ],
    ["and the other way round", { "webhook-signature": pairOne.replace("v1a", "v1") }, "signature_wrong"],
    [
      "a shortened signature",
      { "webhook-signature": `${sharedOne.slice(0, 20)} ${pairOne.slice(0, 20)}` },
      "signature_wrong",
    ],
    ["a signature of nothing", { "webhook-signature": "v1,AAAA v1a,AAAA" }, "signature_wrong"],
  ])("%s", (_name, headers, fault) => {
    expect(checkOf({ ...signed, ...headers })).toEqual({ ok: false, fault });
  });
  test.each(["webhook-id", "webhook-timestamp", "webhook-signature"] as const)("without %s", (name) => {
    const { [name]: _left, ...others } = signed;
    expect(checkOf(others)).toEqual({ ok: false, fault: "header_missing" });
  });
  test("another body, by one byte or in its order", () => {
    for (const body of [`${message.body} `, message.body.replace("ping", "pong"), ""])
      expect(checkOf(signed, { body })).toEqual({ ok: false, fault: "signature_wrong" });
  });
});

describe("the body", () => {
  test("is verified as text or as the bytes that came, with a mark at its start too", () => {
    expect(checkOf(signed, { body: Buffer.from(message.body) })).toMatchObject({ ok: true });
    const marked = `\ufeff${message.body}`;
    const headers = signWebhook({ ...message, body: marked, keys: [secret] });
    expect(checkOf(headers, { body: Buffer.from(marked) })).toMatchObject({ ok: true });
    expect(checkOf(headers)).toEqual({ ok: false, fault: "signature_wrong" });
  });
  test("that is no UTF-8 does not pass for the text that stands for it", () => {
    const headers = signWebhook({ ...message, body: "\ufffd", keys: [secret] });
    expect(checkOf(headers, { body: Buffer.from("\ufffd") })).toMatchObject({ ok: true });
    expect(checkOf(headers, { body: Buffer.from([0xff]) })).toEqual({ ok: false, fault: "body_malformed" });
    expect(checkOf(headers, { body: "\ud800" })).toEqual({ ok: false, fault: "body_malformed" });
  });
  test("may be empty", () => {
    const headers = signWebhook({ ...message, body: "", keys: [secret] });
    expect(checkOf(headers, { body: new Uint8Array() })).toMatchObject({ ok: true });
  });
});

test.each([
  [-301, "timestamp_too_old"],
  [-300, null],
  [0, null],
  [300, null],
  [301, "timestamp_too_new"],
])("a message of %i seconds from now: %s", (seconds, fault) => {
  const sentAt = new Date(now.getTime() + seconds * 1_000);
  const check = checkOf(signWebhook({ ...message, sentAt, keys: [secret] }));
  expect(check).toEqual(fault ? { ok: false, fault } : { ok: true, id: "msg_1", sentAt });
});

const bytes = (length: number) => randomBytes(length).toString("base64");

/** The seed of one pair with the public key of another. */
function mixedPair(): string {
  const [seed, point] = [pair.privateKey, newWebhookKeyPair().privateKey].map((key) =>
    Buffer.from(key.slice(5), "base64"),
  );
  return `whsk_${Buffer.concat([seed!.subarray(0, 32), point!.subarray(32)]).toString("base64")}`;
}

describe("keys", () => {
  test("that we make are new each time, and read as keys", () => {
    expect(newWebhookSecret()).not.toBe(newWebhookSecret());
    expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(readSigningKey(newWebhookKeyPair().privateKey)).toMatchObject({ scheme: "v1a" });
    expect(readVerifyingKey(newWebhookKeyPair().publicKey)).toMatchObject({ scheme: "v1a" });
  });
  test.each([24, 32, 64])("of %i bytes are secrets", (length) => {
    expect(readSigningKey(`whsec_${bytes(length)}`)).toMatchObject({ scheme: "v1" });
    expect(readVerifyingKey(`whsec_${bytes(length)}`)).toMatchObject({ scheme: "v1" });
  });
  test.each([
    ["too short a secret", `whsec_${bytes(23)}`],
    ["too long a secret", `whsec_${bytes(65)}`],
    ["no prefix", bytes(32)],
    ["another prefix", `WHSEC_${bytes(32)}`],
    ["not base64", `whsec_${"*".repeat(43)}=`],
    ["base64 with a line end", `whsec_${bytes(32)}\n`],
    ["base64 of another spelling", `whsec_${bytes(32).replace("=", "")}`],
    ["a short key", `whpk_${bytes(31)}`],
    ["a short private key", `whsk_${bytes(32)}`],
    ["halves that do not belong together", mixedPair()],
    ["nothing", ""],
  ])("that are malformed sign nothing and verify nothing: %s", (_name, key) => {
    expect(() => signWebhook({ ...message, keys: [key] })).toThrow("a key is neither");
    expect(checkOf(signed, { keys: [secret, key] })).toEqual({ ok: false, fault: "key_malformed" });
  });
  test("have their side: a public key signs nothing, and a private one verifies nothing", () => {
    expect(() => signWebhook({ ...message, keys: [pair.publicKey] })).toThrow("a key is neither");
    expect(checkOf(signed, { keys: [pair.privateKey] })).toEqual({ ok: false, fault: "key_malformed" });
  });
  test("number one to eight", () => {
    const nine = Array.from({ length: 9 }, newWebhookSecret);
    for (const keys of [[], nine]) {
      expect(() => signWebhook({ ...message, keys })).toThrow("1 to 8 keys");
      expect(checkOf(signed, { keys })).toEqual({ ok: false, fault: "key_malformed" });
    }
  });
  test("never stand in an error", () => {
    const key = `whsec_${bytes(23)}`;
    expect(() => signWebhook({ ...message, keys: [key] })).not.toThrow(key.slice(6));
  });
});

test("an id that could pass for a part of the time is not signed", () => {
  for (const id of ["msg.1", "", "a".repeat(129), "a b", "a\r\nb"])
    expect(() => signWebhook({ ...message, id, keys: [secret] })).toThrow("a webhook's id");
});
