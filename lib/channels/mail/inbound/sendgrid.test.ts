import { describe, expect, test } from "vitest";
import { readSendGrid } from "./sendgrid";

/** The request that SendGrid's own libraries are tested with (sendgrid-nodejs, packages/eventwebhook). It is signed, and no mail. */
const publicKey =
  "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==";
const signature =
  "MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15TluLtEZtM=";
const body = `${JSON.stringify([
  {
    email: "hello@world.com",
    event: "dropped",
    reason: "Bounced Address",
    sg_event_id: "ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA",
    sg_message_id: "LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0",
    "smtp-id": "<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>",
    timestamp: 1_600_112_492,
  },
])}\r\n`;

interface Vector {
  publicKey: string;
  signature: string;
  timestamp: string;
  body: string;
}
const right: Vector = { publicKey, signature, timestamp: "1600112502", body };
const read = async (more: Partial<Vector> = {}, at = 1_600_112_502) => {
  const one = { ...right, ...more };
  const headers = new Headers({
    "content-type": "application/json",
    "x-twilio-email-event-webhook-signature": one.signature,
    "x-twilio-email-event-webhook-timestamp": one.timestamp,
  });
  const request = { headers, body: Buffer.from(one.body), now: new Date(at * 1_000) };
  const settings = { sendgrid: null, sendgridEvents: { publicKey: one.publicKey } };
  return readSendGrid(request, settings);
};

describe("SendGrid's published request", () => {
  test("bears SendGrid's signature, and tells of no mail of ours", async () => {
    expect(await read()).toEqual({ kind: "events", events: [] });
  });
  test.each<[string, Partial<Vector>]>([
    ["a body without its last line end", { body: body.trimEnd() }],
    ["another time", { timestamp: "1600112503" }],
    ["another signature", { signature: signature.replace("MEUCIGHQ", "MEUCIGHR") }],
    ["more behind its signature", { signature: `${signature}A` }],
    ["another key", { publicKey: publicKey.replace("83T4O", "83T4P") }],
    ["no key", { publicKey: "" }],
  ])("does not with %s", async (_, more) => {
    expect(await read(more)).toEqual({ kind: "forged" });
  });
  test("counts for three days, and five minutes before its time", async () => {
    expect(await read({}, 1_600_112_502 + 3 * 86_400)).toMatchObject({ kind: "events" });
    expect(await read({}, 1_600_112_502 + 3 * 86_400 + 1)).toEqual({ kind: "forged" });
    expect(await read({}, 1_600_112_502 - 300)).toMatchObject({ kind: "events" });
    expect(await read({}, 1_600_112_502 - 301)).toEqual({ kind: "forged" });
  });
});
