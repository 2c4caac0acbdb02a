import { createHmac } from "node:crypto";
import { readAction } from "../support/http/api";
import { countWritten } from "../support/database";
import { parse, send } from "../support/http/request";
import { installation } from "../support/installation";
import { proposeLow } from "../support/proposals/proposals";
import { expectNoLeak } from "../support/http/refusal";
import { approveButton, decisionBar, expectApplied, openAction } from "../support/screen/screen";
import { cookieOf } from "../support/people/sessions";
import { expect, test } from "../support/test";

// The page's own session sends the same bytes: an action of a page is its owner's alone.
test.use({ role: "admin" });
const cookie = () => `next-auth.session-token=${cookieOf("admin").value}`;
const forged: [name: string, headers: () => Record<string, string>][] = [
  ["no Origin", () => ({})],
  ["Origin: null", () => ({ origin: "null" })],
  ["a foreign Origin", () => ({ origin: "https://elsewhere.example" })],
  ["our address as part of a foreign one", () => ({ origin: `${installation().url}.elsewhere.example` })],
  ["our host on another port", () => ({ origin: "http://127.0.0.1:1" })],
  ["an Origin that is no address", () => ({ origin: "x" })],
];

test("with a session cookie and our own Origin routes are reached", async () => {
  const request = { method: "POST", headers: { cookie: cookie(), origin: installation().url } };
  expect((await send("/api/ns-push/drain", request)).status).toBe(200);
});

test("a server action is refused for a forged Origin and works with ours: the same bytes, from the page itself", async ({
  page,
}) => {
  const proposed = await openAction(page, await proposeLow());
  const caught = page.waitForRequest((request) => Boolean(request.headers()["next-action"]));
  await page.route(
    (url) => url.pathname.startsWith("/proposed-actions"),
    (route) => (route.request().method() === "POST" ? route.abort() : route.continue()),
  );
  await approveButton(decisionBar(page)).click();
  const request = await caught;
  const { "next-action": action, "content-type": type = "" } = request.headers();
  const path = new URL(request.url()).pathname;
  const post = (headers: Record<string, string>) =>
    send(path, {
      method: "POST",
      raw: request.postData() ?? "",
      type,
      headers: { cookie: cookie(), "next-action": action!, accept: "text/x-component", ...headers },
    });

  const before = await countWritten();
  for (const [name, headers] of forged) {
    const answer = await post(headers());
    expect(answer.status, name).toBe(403);
    expect(parse(answer), name).toMatchObject({ code: "origin_refused" });
    expectNoLeak(answer.text);
  }
  const forwarded = await post({
    origin: "https://elsewhere.example",
    "x-forwarded-host": "elsewhere.example",
  });
  expect(forwarded.status).toBe(403);
  expect(await countWritten()).toEqual(before);
  expect((await readAction(proposed.id)).status).toBe("pending");

  expect((await post({ origin: installation().url })).status).toBe(200);
  await expectApplied(proposed.id);
});

test("garbage sent to a server action is refused without our insides, and decides nothing", async () => {
  const before = await countWritten();
  for (const raw of ["", "[]", "{", '[{"id":1}]', "\u0000", "x".repeat(10_000)]) {
    const answer = await send("/proposed-actions", {
      method: "POST",
      raw,
      type: "text/plain;charset=UTF-8",
      headers: { cookie: cookie(), origin: installation().url, "next-action": "0".repeat(42) },
    });
    expect(answer.status, raw).toBeGreaterThanOrEqual(400);
    expect(answer.status, raw).toBeLessThan(500);
    expectNoLeak(answer.text);
  }
  expect(await countWritten()).toEqual(before);
});

test("the engine's door opens to no call that is unsigned or wrongly signed, whatever its method", async () => {
  const body = JSON.stringify({
    event: { name: "ns-push.requested", data: { tenant_id: 1, push_id: 1 } },
    steps: {},
    ctx: {},
  });
  const at = Math.floor(Date.now() / 1_000);
  const signed = (key: string, seconds: number) =>
    `t=${seconds}&s=${createHmac("sha256", key).update(body).update(String(seconds)).digest("hex")}`;
  const signatures = [
    null,
    "t=1&s=00",
    signed("a".repeat(64), at),
    signed("a".repeat(64), at - 3_600),
    "garbage",
  ];
  const before = await countWritten();
  for (const method of ["POST", "PUT"]) {
    for (const signature of signatures) {
      const answer = await send("/api/inngest?fnId=countersign-push-action&stepId=step", {
        method,
        raw: body,
        headers: signature === null ? {} : { "x-inngest-signature": signature },
      });
      expect(answer.status, `${method} ${signature}`).toBe(401);
      expectNoLeak(answer.text);
    }
  }
  const look = await send("/api/inngest");
  expect(look.text).not.toMatch(/signkey|event_?key"\s*:\s*"\w/i);
  expect(await countWritten()).toEqual(before);
});
