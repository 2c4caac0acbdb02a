import { expect, test } from "vitest";
import { isForgedRequest } from "@/lib/auth/request/request-guard";
import { useSlack } from "@/lib/inbound/slack/testing/use-slack";
import { POST as receiveEvent } from "../events/route";
import { POST as receive } from "./route";

/** The address that the document names, as Next serves it; lib/inbound/slack tests what becomes of a press. */

const { slack, world } = await useSlack();
(globalThis as { countersignGateway?: unknown }).countersignGateway = world.gateway;
const path = "/api/v1/public/webhooks/slack/interactive";
const url = `https://countersign.example.com${path}`;
const requestOf = ({ headers, body }: { headers: Record<string, string>; body: string }) =>
  new Request(url, { method: "POST", headers, body });
const contentType = "application/x-www-form-urlencoded";

test("Slack's callback is served at the document's address: unsigned 401, signed and malformed 400", async () => {
  const signed = slack.signed({ url, body: "payload=%7B", contentType });
  const unsigned = { ...signed, headers: { "content-type": contentType } };
  expect((await receive(requestOf(unsigned))).status).toBe(401);
  expect((await receive(requestOf(signed))).status).toBe(400);
  expect((await receiveEvent(requestOf(unsigned))).status).toBe(401);
  expect((await receiveEvent(requestOf(signed))).status).toBe(400);
});

test("it needs neither a session nor an origin, and a page of somebody else's is refused before it", () => {
  const guarded = (headers: Record<string, string>) =>
    isForgedRequest(
      { method: "POST", path, headers: new Headers({ host: "countersign.example.com", ...headers }) },
      "https://countersign.example.com",
    );
  expect(guarded({ "content-type": contentType })).toBe(false);
  expect(guarded({ origin: "https://evil.example.com" })).toBe(true);
});
