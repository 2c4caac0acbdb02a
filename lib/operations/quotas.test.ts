import { expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import type { Operation } from "./frame/operation";
import { OPERATIONS } from "./index";
import { agentKeyIn, call, installWorld, tokenOf } from "./testing/over-http";

const world = await useWorld({
  gateway: { quotas: { tenantProposalsPerMinute: 600, personReadsPerMinute: 3 } },
});
installWorld(world);

async function agentOf(name: string, perMinute: number): Promise<string> {
  const key = await agentKeyIn(world, name);
  await world.owner`UPDATE agents SET proposals_per_minute_max = ${perMinute} WHERE name = ${name}`;
  return key;
}
const callWith = (token: string, headers: Record<string, string>, raw: string) =>
  call("/api/v1/proposals", { token, raw, headers });
const propose = (token: string, body: unknown, headers: Record<string, string> = {}) =>
  call("/api/v1/proposals", { token, body, headers });

test("every answer to a proposal says how many tries are left, a refusal too", async () => {
  const token = await agentOf("counted", 4);
  const taken = await propose(token, proposals.arNote());
  expect(taken.status).toBe(201);
  expect(taken.headers.get("ratelimit-policy")).toBe('"agent";q=4;w=60, "tenant";q=600;w=60');
  expect(taken.headers.get("ratelimit")).toMatch(/^"agent";r=3;t=15, "tenant";r=599;t=\d+$/);
  const refused = await propose(token, { action_type: "ar_note" });
  expect(refused.status).toBe(422);
  expect(refused.headers.get("ratelimit")).toMatch(/^"agent";r=2;/);
});

test("tries that no body was read of count, and the answer beyond them is the registry's problem", async () => {
  const token = await agentOf("malformed", 2);
  for (const body of ["not an object", { nothing: true }])
    expect((await propose(token, body)).status).toBe(422);
  const { status, headers, body } = await propose(token, proposals.arNote());
  expect({ status, ...body }).toMatchObject({
    status: 429,
    code: "rate_limited",
    type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
    "violated-policies": ["agent"],
  });
  const seconds = Number(headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(30);
  expect(headers.get("ratelimit")).toBe(`"agent";r=0;t=${seconds}`);
});

test("a probe for live values ends with the agent's tries", async () => {
  const token = await agentOf("prober", 10);
  const answers: number[] = [];
  for (let cents = 30; cents < 42; cents += 1)
    answers.push((await propose(token, proposals.bidPrice("1.43", `1.${cents}`))).status);
  expect(answers).toEqual([422, 422, ...Array(10).fill(429)]);
});

test("a repeat under its key is answered at the limit and costs nothing", async () => {
  const token = await agentOf("repeating", 1);
  const body = proposals.arNote();
  const headers = { "idempotency-key": "once" };
  const first = await propose(token, body, headers);
  for (let again = 0; again < 3; again += 1) {
    const repeat = await propose(token, body, headers);
    expect([repeat.status, repeat.body.id]).toEqual([200, first.body.id]);
  }
  expect((await propose(token, body, { "idempotency-key": "another" })).status).toBe(429);
});

test("a repeated key is no pass: what does not parse, is not valid or says something else counts under it too", async () => {
  const token = await agentOf("misusing", 4);
  const body = proposals.arNote();
  const headers = { "idempotency-key": "known" };
  const { id } = (await propose(token, body, headers)).body;
  const malformed = await callWith(token, headers, "{");
  expect([malformed.status, malformed.headers.get("ratelimit")]).toEqual([
    400,
    expect.stringMatching(/^"agent";r=2;/),
  ]);
  expect((await propose(token, { action_type: "ar_note" }, headers)).status).toBe(422);
  const conflict = await propose(token, { ...body, reason: "Another" }, headers);
  expect([conflict.status, conflict.body.code]).toEqual([409, "idempotency_conflict"]);
  const tries = [
    () => callWith(token, headers, "{"),
    () => propose(token, { ...body, reason: "Another" }, headers),
    () => propose(token, body),
  ];
  for (const again of tries) {
    const refused = await again();
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(refused.headers.get("ratelimit")).toMatch(/^"agent";r=0;t=\d+$/);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const repeat = await propose(token, body, headers);
  expect([repeat.status, repeat.body.id]).toEqual([200, id]);
});

test("a person's live views are counted for that person alone", async () => {
  const { proposal } = await world.propose(proposals.creditLimit(61_500));
  const read = async (token: string) =>
    (await call(`/api/proposed-actions/${proposal.id}/live`, { method: "GET", token })).status;
  const [one, other] = [await tokenOf(world, world.approver), await tokenOf(world, world.admin)];
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) statuses.push(await read(one));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await read(other)).toBe(200);
});

test("every change that an agent may ask for with a body takes a try first", () => {
  const without = Object.entries<Operation>(OPERATIONS).filter(
    ([, { caller, body, quota }]) => caller === "agent" && body && !quota,
  );
  expect(without.map(([name]) => name)).toEqual([]);
});
