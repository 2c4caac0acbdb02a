import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { takeProposalQuota } from "@/lib/gateway/controls/quotas/quotas";
import { refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { answerBeforeNext } from "@/lib/http/before-next";
import { refuseFlood } from "./refuse-flood";

/** A server of which every request that is not refused early is answered by "Next". */

const world = await useWorld();
const now = new Date("2026-03-02T09:00:00Z");
const gateway = { ...world.gateway, clock: { now: () => now } };
const agent: AgentPrincipal = { ...world.agent, proposalsPerMinuteMax: 1 };
const authorization = "Bearer csa_spent";

let server: Server;
let stop = () => {};
beforeAll(async () => {
  stop = answerBeforeNext(refuseFlood(() => gateway));
  server = createServer((_, response) => response.end("Next"));
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
