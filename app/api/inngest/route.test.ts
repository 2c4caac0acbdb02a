import { createHmac } from "node:crypto";
import { Inngest } from "inngest";
import { expect, test } from "vitest";
import { useInngest } from "@/inngest/client";
import { GET, POST, PUT } from "./route";

const signingKey = "ab".repeat(32);
const silent = { info() {}, warn() {}, error() {}, debug() {} };
useInngest(new Inngest({ id: "countersign", eventKey: "x", signingKey, isDev: false, logger: silent }));

const handlers = { POST, PUT };
const address = "http://countersign.test/api/inngest";
const seconds = () => String(Math.floor(Date.now() / 1_000));
/** Over the canonical form, which these bodies have. */
const signed = (body: string, at = seconds()) =>
  `t=${at}&s=${createHmac("sha256", signingKey).update(body).update(at).digest("hex")}`;
async function send(
  method: keyof typeof handlers,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<{ status: number; code: unknown; text: string }> {
  const init = { method, body, headers, ...(body instanceof ReadableStream ? { duplex: "half" } : {}) };
  const response = await handlers[method](new Request(address, init));
  const text = await response.text();
  const problem = response.headers.get("content-type") === "application/problem+json";
  return { status: response.status, code: problem ? JSON.parse(text).code : null, text };
}
const methods = ["POST", "PUT"] as const;

/** Tells whether anybody asked for a part of it. */
function watched(bytes: number): { body: ReadableStream; taken: () => number } {
  let taken = 0;
  const chunk = new Uint8Array(64 * 1024).fill(120);
  const body = new ReadableStream(
    {
      pull(controller) {
        if (taken >= bytes) return controller.close();
        taken += chunk.byteLength;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, taken: () => taken };
}

test.each(methods)(
  "a %s without a signature, or with one that is none, is refused unread",
  async (method) => {
    for (const signature of [
      null,
      "",
      "garbage",
      "%%%",
      "t=1",
      `s=${"a".repeat(64)}`,
      "t=x&s=aa",
      "t=1&s=zz",
    ]) {
      const { body, taken } = watched(30_000_000);
      const answer = await send(method, body, signature === null ? {} : { "x-inngest-signature": signature });
      expect(answer, String(signature)).toMatchObject({ status: 401, code: "unauthenticated" });
      expect(taken()).toBe(0);
    }
  },
);

test.each(methods)(
  "a %s that is larger than any call of Inngest's is refused before it is read whole",
  async (method) => {
    const signature = { "x-inngest-signature": signed("{}") };
    const { body, taken } = watched(30_000_000);
    expect(await send(method, body, signature)).toMatchObject({ status: 413, code: "payload_too_large" });
    expect(taken()).toBeLessThan(5_000_000);
    const announced = watched(30_000_000);
    const length = { ...signature, "content-length": "30000000" };
    expect(await send(method, announced.body, length)).toMatchObject({ status: 413 });
    expect(announced.taken()).toBe(0);
  },
);

test.each(methods)("a %s that is no JSON is refused as such, and never fails on our side", async (method) => {
  for (const body of ["{", "x", "[".repeat(200_000), '{"a":}', "\u0000"]) {
    const answer = await send(method, body, { "x-inngest-signature": signed("{}") });
    expect(answer, body.slice(0, 10)).toMatchObject({ status: 400, code: "malformed_json" });
  }
  for (const body of ["", "null", "0", "{}", "[]", `${"[".repeat(200_000)}${"]".repeat(200_000)}`])
    expect(
      (await send(method, body, { "x-inngest-signature": signed("wrong") })).status,
      body.slice(0, 10),
    ).toBe(401);
});

test("what Inngest signed reaches the functions: their list for a sync, and an answer for one that does not exist", async () => {
  const sync = JSON.stringify({ url: address });
  const list = await send("PUT", sync, {
    "x-inngest-signature": signed(sync),
    "x-inngest-sync-kind": "in_band",
    "content-type": "application/json",
  });
  expect(list.status).toBe(200);
  expect((JSON.parse(list.text) as { functions: unknown[] }).functions.length).toBeGreaterThan(3);
  const call = JSON.stringify({ ctx: {}, event: { name: "x" }, steps: {} });
  const none = await send("POST", call, { "x-inngest-signature": signed(call) });
  expect(none.status).toBe(500);
  expect(none.text).toMatch(/No function ID/);
});

test("a look or a sync at a Host that is no address is refused as such", async () => {
  for (const [method, handle] of Object.entries({ GET, PUT }))
    for (const host of ["a b", ""]) {
      const response = await handle(new Request(address, { method, headers: { host } }));
      expect(response.status, `${method} ${host}`).toBe(400);
      expect(await response.json()).toMatchObject({ code: "malformed_request", errors: [{ path: "Host" }] });
    }
});
