import { type Server, type ServerResponse, createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { takeProposalQuota } from "@/lib/gateway/controls/quotas/quotas";
import { refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { answerBeforeNext } from "@/lib/http/before-next";
import { refuseFlood } from "./refuse-flood";

/** A server of which every request that is not refused early is answered by "Next", where that is not held. */

const world = await useWorld();
const now = new Date("2026-03-02T09:00:00Z");
const gateway = { ...world.gateway, clock: { now: () => now } };
const agent: AgentPrincipal = { ...world.agent, proposalsPerMinuteMax: 1 };
const authorization = "Bearer csa_spent";

let server: Server;
/** The answers that wait, in the order of their requests. */
let held: ServerResponse[] | null = null;
/** The answers of all requests that have arrived. */
const arrived: ServerResponse[] = [];
let stop = () => {};
beforeAll(async () => {
  const refuse = refuseFlood(() => gateway);
  stop = answerBeforeNext((request, response) => {
    arrived.push(response);
    return refuse(request, response);
  });
  server = createServer((_, response) => {
    if (held) held.push(response);
    else response.end("Next");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  await takeProposalQuota(agent, { authorization }, gateway);
  await refusalOf(takeProposalQuota(agent, { authorization }, gateway));
});
afterAll(() => {
  stop();
  server.close();
  server.closeAllConnections();
});

const send = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method: "POST", ...init });

test("a spent key is answered before Next, with the problem and all headers of the route", async () => {
  const answer = await send("/api/v1/proposals", {
    headers: { authorization, "x-correlation-id": "flood-1" },
    body: "x".repeat(100_000),
  });
  expect(answer.status).toBe(429);
  expect(await answer.json()).toMatchObject({
    code: "rate_limited",
    status: 429,
    "violated-policies": ["agent"],
    correlation_id: "flood-1",
  });
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "x-correlation-id": "flood-1",
    "x-content-type-options": "nosniff",
    ratelimit: `"agent";r=0;t=${seconds}`,
    "ratelimit-policy": expect.stringContaining('"agent";q=1;w=60'),
  });
});

test.each([
  ["another key", "/api/v1/proposals", { headers: { authorization: "Bearer csa_other" } }],
  ["no key", "/api/v1/proposals", {}],
  ["a key that may be a repeat", "/api/v1/proposals", { headers: { authorization, "idempotency-key": "1" } }],
  ["another address", "/api/v1/proposals/7/withdraw", { headers: { authorization } }],
  ["a reading", "/api/v1/proposals", { method: "GET", headers: { authorization } }],
])("%s goes on to Next", async (_, path, init) => {
  expect(await (await send(path, init)).text()).toBe("Next");
});

test("proposals of one key reach Next one after the other; those that waited are refused once its tries are spent", async () => {
  held = [];
  const key = "Bearer csa_burst";
  const [first, second, third] = Array.from({ length: 3 }, () =>
    send("/api/v1/proposals?once=1", { headers: { authorization: key } }),
  );
  await expect.poll(() => held!.length).toBe(1);
  // Another key's come in beside it, and so does a reading.
  const other = send("/api/v1/proposals", { headers: { authorization: "Bearer csa_beside" } });
  await expect.poll(() => held!.length).toBe(2);
  await refusalOf(takeProposalQuota(agent, { authorization: key }, gateway));
  for (const refused of [second, third]) expect((await refused!).status).toBe(429);
  expect(held).toHaveLength(2);
  for (const response of held) response.end("Next");
  held = null;
  for (const taken of [first, other]) expect(await (await taken!).text()).toBe("Next");
});

test("a caller that has gone while it waited is left out, and the next one goes on", async () => {
  held = [];
  const headers = { authorization: "Bearer csa_gone", "idempotency-key": "1" };
  const first = send("/api/v1/proposals", { headers });
  await expect.poll(() => held!.length).toBe(1);
  const leaving = new AbortController();
  const before = arrived.length;
  const gone = send("/api/v1/proposals", { headers, signal: leaving.signal });
  await expect.poll(() => arrived.length).toBe(before + 1);
  leaving.abort();
  await expect(gone).rejects.toThrow();
  await expect.poll(() => arrived.at(-1)!.destroyed).toBe(true);
  const last = send("/api/v1/proposals", { headers });
  await expect.poll(() => arrived.length).toBe(before + 2);
  held[0]!.end("Next");
  await expect.poll(() => held!.length).toBe(2);
  held[1]!.end("Next");
  held = null;
  for (const taken of [first, last]) expect(await (await taken).text()).toBe("Next");
});

test("of several that were sent over one connection, which has ended since, none goes on to Next", async () => {
  held = [];
  const headers = { authorization: "Bearer csa_pipelined" };
  const first = send("/api/v1/proposals", { headers });
  await expect.poll(() => held!.length).toBe(1);
  const before = arrived.length;
  const connection = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const request = `POST /api/v1/proposals HTTP/1.1\r\nHost: app\r\nAuthorization: ${headers.authorization}\r\nContent-Length: 0\r\n\r\n`;
  connection.write(request.repeat(3));
  await expect.poll(() => arrived.length).toBe(before + 3);
  connection.destroy();
  await expect.poll(() => arrived[before]!.destroyed).toBe(true);
  const last = send("/api/v1/proposals", { headers });
  await expect.poll(() => arrived.length).toBe(before + 4);
  held[0]!.end("Next");
  await expect.poll(() => held!.length).toBe(2);
  expect(held[1]).toBe(arrived.at(-1));
  held[1]!.end("Next");
  held = null;
  for (const taken of [first, last]) expect(await (await taken).text()).toBe("Next");
});
