import { Webhook } from "standardwebhooks";
import { afterEach, expect, test, vi } from "vitest";
import { WebhookError } from "../errors.js";
import { type ReceivedWebhook, verifyWebhook } from "./verify-webhook.js";

afterEach(() => void vi.unstubAllGlobals());

/** From the specification and the tests of its libraries. */
const published = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  seconds: "1614265330",
  body: '{"test": 2432232314}',
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  secretSignature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  publicKey: "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=",
  keySignature:
    "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
};
const publishedAt = new Date(1_614_265_330_000);

const faultOf = (received: ReceivedWebhook) =>
  verifyWebhook(received).then(
    () => "accepted",
    (error: unknown) => (error as WebhookError).fault,
  );

const publishedHeaders = (signature: string) => ({
  "webhook-id": published.id,
  "webhook-timestamp": published.seconds,
  "webhook-signature": signature,
});

/** The published body names no type, which is looked at once its signature holds. */
test.each([
  ["a secret", published.secret, published.secretSignature],
  ["a public key", published.publicKey, published.keySignature],
])(
  "the published example of %s is verified, and with one other byte it is not",
  async (_name, keys, signature) => {
    const received = { headers: publishedHeaders(signature), body: published.body, keys, now: publishedAt };
    expect(await faultOf(received)).toBe("body_malformed");
    expect(await faultOf({ ...received, body: `${published.body} ` })).toBe("signature_wrong");
    expect(await faultOf({ ...received, headers: { ...received.headers, "webhook-id": "msg_2" } })).toBe(
      "signature_wrong",
    );
  },
);

const now = new Date("2026-11-27T12:00:00Z");
const secret = `whsec_${btoa("a secret of thirty-two bytes ....")}`;
const message = {
  type: "proposal.approved",
  timestamp: "2026-11-27T11:59:58Z",
  data: { id: 7, status: "approved" },
};
const body = JSON.stringify(message);
const signed = (text = body, at = now, key = secret) => ({
  "webhook-id": "msg_1",
  "webhook-timestamp": String(at.getTime() / 1_000),
  "webhook-signature": new Webhook(key).sign("msg_1", at, text),
});

test("a message that the specification's package signed is answered with its type and data", async () => {
  expect(await verifyWebhook({ headers: signed(), body, keys: secret, now })).toEqual({
    id: "msg_1",
    type: "proposal.approved",
    timestamp: new Date("2026-11-27T11:59:58Z"),
    data: { id: 7, status: "approved" },
  });
});

test("headers may be of fetch or of Node, in any case, and the body text or bytes", async () => {
  const headers = signed();
  const cased = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  for (const form of [new Headers(headers), headers, cased])
    expect(await faultOf({ headers: form, body: new TextEncoder().encode(body), keys: secret, now })).toBe(
      "accepted",
    );
});

test("while a key changes, either of the two is enough", async () => {
  const other = `whsec_${btoa("another secret of thirty-two ..!")}`;
  const both = {
    ...signed(),
    "webhook-signature": `${signed(body, now, other)["webhook-signature"]} ${signed()["webhook-signature"]}`,
  };
  for (const keys of [[secret], [other], [other, secret], secret])
    expect(await faultOf({ headers: both, body, keys, now })).toBe("accepted");
  expect(await faultOf({ headers: both, body, keys: published.secret, now })).toBe("signature_wrong");
});

test.each([
  [-301, "timestamp_too_old"],
  [-300, "accepted"],
  [300, "accepted"],
  [301, "timestamp_too_new"],
])("signed %i seconds from now it is %s", async (seconds, fault) => {
  const at = new Date(now.getTime() + seconds * 1_000);
  expect(await faultOf({ headers: signed(body, at), body, keys: secret, now })).toBe(fault);
});

test.each<[string, Record<string, string>, string]>([
  ["no id", { "webhook-id": "" }, "header_missing"],
  ["an id with a dot", { "webhook-id": "a.1" }, "id_malformed"],
  ["a time in words", { "webhook-timestamp": "now" }, "timestamp_malformed"],
  ["another version alone", { "webhook-signature": "v2,AAAA" }, "signature_malformed"],
  ["an endless list", { "webhook-signature": "v1,AAAA ".repeat(1_000) }, "signature_malformed"],
  ["another alphabet", { "webhook-signature": "v1,____" }, "signature_malformed"],
  ["a short signature", { "webhook-signature": "v1,AAAA v1a,AAAA" }, "signature_wrong"],
  [
    "a shared signature as a public one",
    { "webhook-signature": "v1a" + signed()["webhook-signature"].slice(2) },
    "signature_wrong",
  ],
])("with %s a message is refused", async (_name, headers, fault) => {
  expect(
    await faultOf({ headers: { ...signed(), ...headers }, body, keys: [secret, published.publicKey], now }),
  ).toBe(fault);
});

test.each([
  ["none", []],
  ["nine", Array<string>(9).fill(secret)],
  ["a short secret", [`whsec_${btoa("short")}`]],
  [
    "a private key",
    ["whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=="],
  ],
  ["a good one beside a bad one", [secret, "whsec_*"]],
])("keys that are %s verify nothing, and the error shows none", async (_name, keys) => {
  const error = await verifyWebhook({ headers: signed(), body, keys, now }).catch((one: unknown) => one);
  expect(error).toMatchObject({ fault: "key_malformed" });
  expect(String(error)).not.toMatch(/whsk_6|whsec_\*/);
});

test("a body that is signed and no message is refused as that", async () => {
  for (const text of ["", "null", "[]", '{"data":1}', '{"type":1}'])
    expect(await faultOf({ headers: signed(text), body: text, keys: secret, now }), text).toBe(
      "body_malformed",
    );
});

test("it needs no global of Node's or of newer versions: without crypto's global name it verifies all the same", async () => {
  const headers = signed();
  vi.stubGlobal("crypto", undefined);
  expect(await faultOf({ headers, body, keys: secret, now })).toBe("accepted");
});
