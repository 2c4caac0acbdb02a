import { afterAll, describe, expect, test } from "vitest";
import webPush from "web-push";
import { systemClock } from "@/lib/clock";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { type PushMessage, TEXT_BYTES_MAX, sendPush } from "./send-push";
import { startPushService } from "./testing/push-service";

const service = await startPushService();
afterAll(() => {
  service.stop();
  closeReceivers();
});
const keys = { ...webPush.generateVAPIDKeys(), subject: "mailto:it@example.com" };
const senderTo = (host: string, port: number) =>
  createSender({ ownUrls: [], openAddresses: [{ host, port }], clock: systemClock });
const tools = { keys, sender: senderTo("localhost", service.port) };
const message: PushMessage = { text: "{}", topic: "action-1", ttlSeconds: 3_600, urgency: "high" };

describe("a message to a browser", () => {
  test("arrives encrypted, and the browser alone reads it", async () => {
    const { device, received } = await service.subscribe(keys.publicKey);
    const text = JSON.stringify({ title: "One action waits", body: "“Größe” ✓" });
    expect(await sendPush(device, { ...message, text }, tools)).toEqual({ kind: "sent" });
    expect(await received()).toEqual([text]);
  });
  test("arrives whole up to the most bytes, and one more is not sent", async () => {
    const { device, received } = await service.subscribe(keys.publicKey);
    const text = "x".repeat(TEXT_BYTES_MAX);
    expect(await sendPush(device, { ...message, text }, tools)).toEqual({ kind: "sent" });
    expect(await received()).toEqual([text]);
    expect(await sendPush(device, { ...message, text: `${text}x` }, tools)).toMatchObject({
      kind: "refused",
      scope: "message",
    });
  });
  test("is never sent again where the browser ended its subscription", async () => {
    const { device, expire } = await service.subscribe(keys.publicKey);
    await expire();
    expect(await sendPush(device, message, tools)).toEqual({ kind: "gone" });
  });
  test("that another installation signed is refused", async () => {
    const { device } = await service.subscribe(keys.publicKey);
    const others = { ...webPush.generateVAPIDKeys(), subject: keys.subject };
    expect(await sendPush(device, message, { ...tools, keys: others })).toMatchObject({ kind: "refused" });
  });
  test.each([
    ["keys that are none", { p256dh: "AAAA", auth: "AAAA" }],
    ["no keys", { p256dh: "", auth: "" }],
  ])("is refused with %s, before anything leaves", async (_, broken) => {
    const { device } = await service.subscribe(keys.publicKey);
    expect(await sendPush({ ...device, ...broken }, message, tools)).toEqual({
      kind: "refused",
      scope: "message",
      why: "The browser's keys cannot be used.",
    });
  });
  test.each(["http://169.254.169.254/latest", "https://10.0.0.1/push", "https://localhost/push"])(
    "goes to no address inside: %s",
    async (endpoint) => {
      const { device } = await service.subscribe(keys.publicKey);
      const sender = createSender({ ownUrls: [], openAddresses: [], clock: systemClock });
      expect(await sendPush({ ...device, endpoint }, message, { keys, sender })).toMatchObject({
        kind: "refused",
        why: expect.stringContaining("not allowed"),
      });
    },
  );
});

test.each([
  [404, {}, { kind: "gone" }],
  [429, { "retry-after": "120" }, { kind: "later", retryAfterSeconds: 120 }],
  [503, {}, { kind: "later", retryAfterSeconds: null }],
  [403, {}, { kind: "refused", scope: "account" }],
  [413, {}, { kind: "refused", scope: "message" }],
  [301, { location: "http://127.0.0.1/" }, { kind: "refused", scope: "message" }],
])("an answer of %i is told as what it is", async (status, headers, outcome) => {
  const seen: Record<string, unknown>[] = [];
  const port = await receivePlainly((request, response) => {
    seen.push(request.headers);
    request.resume();
    request.on("end", () => response.writeHead(status, headers).end());
  });
  const { device } = await service.subscribe(keys.publicKey);
  const there = { ...device, endpoint: `http://127.0.0.1:${port}/push` };
  expect(await sendPush(there, message, { keys, sender: senderTo("127.0.0.1", port) })).toMatchObject(
    outcome,
  );
  expect(seen).toEqual([
    expect.objectContaining({
      ttl: "3600",
      urgency: "high",
      topic: "action-1",
      "content-encoding": "aes128gcm",
      authorization: expect.stringMatching(/^vapid t=[^,]+, ?k=/),
    }),
  ]);
});

test("an answer that breaks off leaves unknown whether the message arrived", async () => {
  const port = await receivePlainly((request) => void request.on("data", () => request.socket.destroy()));
  const { device } = await service.subscribe(keys.publicKey);
  const there = { ...device, endpoint: `http://127.0.0.1:${port}/push` };
  expect(await sendPush(there, message, { keys, sender: senderTo("127.0.0.1", port) })).toMatchObject({
    kind: "unknown",
  });
});
