import { WebhookError, verifyWebhook } from "@countersign/sdk";
import { expect, test } from "vitest";
import { newWebhookKeyPair, newWebhookSecret } from "./keys";
import { signWebhook } from "./sign-webhook";

const sentAt = new Date("2026-11-28T12:00:00Z");
const body = JSON.stringify({ type: "proposal.approved", timestamp: sentAt.toISOString(), data: { id: 7 } });
const pair = newWebhookKeyPair();
const secret = newWebhookSecret();

test("the SDK verifies a message that we signed with either kind of key, and no other", async () => {
  const headers = signWebhook({ id: "msg_1", sentAt, body, keys: [pair.privateKey, secret] });
  for (const keys of [secret, pair.publicKey])
    expect(await verifyWebhook({ body, headers, keys, now: sentAt })).toMatchObject({
      id: "msg_1",
      data: { id: 7 },
    });
  for (const keys of [newWebhookSecret(), newWebhookKeyPair().publicKey])
    await expect(verifyWebhook({ body, headers, keys, now: sentAt })).rejects.toThrow(WebhookError);
});
