import { expect, test } from "vitest";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import type { Gateway } from "@/lib/gateway/context";
import { refusalOf } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { flushHeldBack } from "./held-back";
import { refusalOfSpentKey, takeProposalQuota } from "./quotas";

const world = await useWorld();

let nowMs = Date.parse("2026-03-02T09:00:00Z");
const gateway: Gateway = { ...world.gateway, clock: { now: () => new Date(nowMs) } };
const agent: AgentPrincipal = { ...world.agent, proposalsPerMinuteMax: 1 };
const take = (authorization: string) => takeProposalQuota(agent, { authorization }, gateway);

test("a key whose tries are spent is refused for a second as the database refused it, and no other is", async () => {
  const next = (authorization: string) => refusalOfSpentKey(authorization, gateway);
  expect(next("Bearer one")).toBeNull();
  await take("Bearer one");
  expect(next("Bearer one")).toBeNull();
  const first = await refusalOf(take("Bearer one"));
  expect(next("Bearer one")).toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: first.retryAfterSeconds,
    headers: first.headers,
    members: first.members,
  });
  expect(next("Bearer another")).toBeNull();
  await flushHeldBack(gateway);
  expect(await world.owner`SELECT count FROM held_back WHERE agent_id = ${agent.agentId}`).toMatchObject([
    { count: 2 },
  ]);
  nowMs += 1_000;
  expect(next("Bearer one")).toBeNull();
});
