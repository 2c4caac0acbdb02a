import { createHmac } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Inngest } from "inngest";
import { afterAll, expect, test } from "vitest";
import { answerBeforeNext } from "@/lib/http/before-next";
import { answerInngestCalls } from "./before-next";
import { useInngest } from "./client";

const signingKey = "ab".repeat(32);
const silent = { info() {}, warn() {}, error() {}, debug() {} };
useInngest(new Inngest({ id: "countersign", eventKey: "x", signingKey, isDev: false, logger: silent }));

const stop = answerBeforeNext(answerInngestCalls());
const server = http.createServer((_, response) => response.end("Next"));
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  stop();
  server.close();
});

const signatureOf = (body: string, at = String(Math.floor(Date.now() / 1_000))) =>
  `t=${at}&s=${createHmac("sha256", signingKey).update(body).update(at).digest("hex")}`;
async function send(path: string, init: RequestInit) {
  const answer = await fetch(`${origin}${path}`, init);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const call = (body: string, signature = signatureOf(body)) =>
  send("/api/inngest?fnId=countersign-none&stepId=step", {
    method: "POST",
    body,
    headers: { "x-inngest-signature": signature, "content-type": "application/json" },
  });

test("a call of a function is answered before Next sees it, signed, and with the headers of every answer", async () => {
  const answer = await call('{"ctx":{},"event":{"name":"x"},"steps":{}}');
  expect(answer.status).toBe(500);
  expect(answer.text).toContain("countersign-none");
  expect(answer.headers.get("x-inngest-signature")).toMatch(/^t=\d+&s=[0-9a-f]{64}$/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("x-correlation-id")).toBeTruthy();
});

test("a call that is unsigned, too large or no JSON gets the route's refusal, and the connection goes on", async () => {
  expect(await call("{}", "none")).toMatchObject({ status: 401 });
  expect(await call("{")).toMatchObject({ status: 400 });
  expect(await call("x".repeat(5_000_000))).toMatchObject({ status: 413 });
  expect(await call("{}", signatureOf("another"))).toMatchObject({ status: 401 });
  expect(await call('{"ctx":{},"event":{"name":"x"},"steps":{}}')).toMatchObject({ status: 500 });
});

test("a call stands behind no body that was refused half read: it is answered over the same connection", async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const answerTo = async (parts: string[]) => {
    const headers = { "x-inngest-signature": signatureOf("{}") };
    const request = http.request(`${origin}/api/inngest`, { method: "POST", agent, headers });
    const answered = once(request, "response") as Promise<[http.IncomingMessage]>;
    for (const part of parts) request.write(part);
    request.end();
    const [response] = await answered;
    await once(response.resume(), "end");
    return { status: response.statusCode, reused: request.reusedSocket };
  };
  expect(await answerTo(["x".repeat(3_000_000), "x".repeat(3_000_000)])).toEqual({
    status: 413,
    reused: false,
  });
  expect(await answerTo(["{", "}"])).toEqual({ status: 500, reused: true });
  agent.destroy();
});

test("a signature of another time, or of another length than Inngest's, is refused without waiting for the body", async () => {
  const now = Math.floor(Date.now() / 1_000);
  const hash = "ab".repeat(32);
  for (const signature of [`t=${now - 302}&s=${hash}`, `t=${now + 302}&s=${hash}`, `t=${now}&s=${hash}ab`]) {
    const headers = { "x-inngest-signature": signature, "content-length": "100" };
    const request = http.request(`${origin}/api/inngest`, { method: "POST", headers });
    request.on("error", () => {});
    request.flushHeaders();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    expect(response.statusCode, signature).toBe(401);
    request.destroy();
  }
});

test("a Host header that is no address is refused as such, and any other changes nothing", async () => {
  const body = '{"ctx":{},"event":{"name":"x"},"steps":{}}';
  const answerAt = async (host: string) => {
    const headers = { host, "x-inngest-signature": signatureOf(body) };
    const request = http.request(`${origin}/api/inngest?fnId=countersign-none`, { method: "POST", headers });
    request.end(body);
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    return { status: response.statusCode, text: Buffer.concat(await response.toArray()).toString() };
  };
  for (const host of ["a b", "[::1", "localhost:99999", "1.2.3.4.5"]) {
    const { status, text } = await answerAt(host);
    expect(status, host).toBe(400);
    expect(JSON.parse(text), host).toMatchObject({ code: "malformed_request", errors: [{ path: "Host" }] });
  }
  for (const host of ["x".repeat(300), "elsewhere.example"])
    expect((await answerAt(host)).text, host).toContain("countersign-none");
});

test("a look, a sync and every other address are Next's", async () => {
  const nexts = { status: 200, text: "Next" };
  expect(await send("/api/inngest", {})).toMatchObject(nexts);
  expect(await send("/api/inngest", { method: "PUT", body: "{}" })).toMatchObject(nexts);
  for (const path of ["/api/inngest/", "/api/inngest-not", "/api/Inngest", "//api/inngest", "/api/health"])
    expect(await send(path, { method: "POST", body: "{}" }), path).toMatchObject(nexts);
});
