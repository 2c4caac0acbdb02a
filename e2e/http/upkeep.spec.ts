import { database } from "../support/database";
import { get, post } from "../support/api";
import { expectStatus, send } from "../support/http";
import { type Role, installation, roles, userOf } from "../support/installation";
import { expectProblem, expectRefused } from "../support/refusal";
import { expect, test } from "../support/test";
import type { DeadLetters, Lane, Retention } from "@/lib/contract/upkeep";

const put = (role: Role, body: unknown) =>
  send("/api/retention", { method: "PUT", token: userOf(role).token, body });
const change = { kind: "agent_prose", days: 400, reason: "A longer look back" };

test("retention is read by everybody and changed and run by administrators alone", async () => {
  for (const role of roles) expect((await get<Retention>("/api/retention", role)).kinds).toHaveLength(4);
  for (const role of ["viewer", "approver"] as const) {
    expect(expectProblem(await put(role, change)).code).toBe("not_allowed");
    expect(expectProblem(await post("/api/retention/run", role)).code).toBe("not_allowed");
    expect(expectProblem(await post("/api/ns-push/lane/retry", role)).code).toBe("not_allowed");
  }
  const { kinds } = expectStatus<Retention>(await put("admin", change), 200);
  expect(kinds.find((one) => one.kind === "agent_prose")).toMatchObject({
    days: 400,
    reason: "A longer look back",
  });
  await database()`UPDATE retention_periods SET days = 365 WHERE kind = 'agent_prose'`;
});

test("metrics answer whoever presents their token, in Prometheus' format, and nobody else", async () => {
  const answer = await send("/api/metrics", { token: installation().metricsToken });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(answer.text).toMatch(/^countersign_lane_halted(\{.*\})? [01]$/m);
  for (const token of [userOf("admin").token, installation().agentKey, `${installation().metricsToken}x`])
    expect(expectProblem(await send("/api/metrics", { token })).code).toBe("unauthenticated");
});

const bad: [name: string, body: unknown, field: string][] = [
  ["a kind that is kept for ever", { ...change, kind: "receipts" }, "kind"],
  ["no kind", { days: 30, reason: "x" }, "kind"],
  ["below the kind's minimum", { ...change, days: 29 }, "days"],
  ["above the maximum", { ...change, days: 3_651 }, "days"],
  ["zero", { ...change, days: 0 }, "days"],
  ["a negative number", { ...change, days: -1 }, "days"],
  ["a fraction", { ...change, days: 30.5 }, "days"],
  ["a number as text", { ...change, days: "30" }, "days"],
  ["no reason", { ...change, reason: "  " }, "reason"],
  ["a long reason", { ...change, reason: "x".repeat(501) }, "reason"],
  ["a tenant", { ...change, tenant_id: 1 }, "tenant_id"],
];
for (const [name, body, field] of bad) {
  test(`PUT /api/retention with ${name} is refused, naming ${field}`, async () => {
    await expectRefused({
      name,
      path: "/api/retention",
      sent: { method: "PUT", token: userOf("admin").token, body },
      status: 422,
      code: "validation_failed",
      field,
    });
  });
}

const badQueries: [query: string, field: string][] = [
  ["limit=0", "limit"],
  ["limit=101", "limit"],
  ["limit=ten", "limit"],
  ["replayed=maybe", "replayed"],
  ["cursor=abc", "cursor"],
  ["cursor=-1", "cursor"],
  ["cursor=9999999999999999999", "cursor"],
  ["cause=", "cause"],
  [`cause=${"x".repeat(101)}`, "cause"],
];
for (const [query, field] of badQueries) {
  test(`GET /api/dead-letters?${query.slice(0, 40)} is refused, naming ${field}`, async () => {
    await expectRefused({
      name: query,
      path: `/api/dead-letters?${query}`,
      sent: { token: userOf("viewer").token },
      status: 422,
      code: "validation_failed",
      field,
    });
  });
}

test("dead letters come page by page, each once, newest first", async () => {
  const seen: number[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 200; pages += 1) {
    const search: string = cursor === null ? "" : `&cursor=${cursor}`;
    const page = await get<DeadLetters>(`/api/dead-letters?limit=1${search}`);
    expect(page.items.length).toBeLessThanOrEqual(1);
    seen.push(...page.items.map((item) => item.id));
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  expect(cursor).toBeNull();
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  expect(seen).toEqual((await get<DeadLetters>("/api/dead-letters?limit=100")).items.map((item) => item.id));
});

test("an open lane has nothing to try, and says so", async () => {
  const lane = await get<Lane>("/api/ns-push/lane");
  expect(lane).toMatchObject({ state: "open", why: null, to_do: null });
  expect(expectProblem(await post("/api/ns-push/lane/retry", "admin"))).toMatchObject({
    status: 409,
    code: "lane_open",
  });
});

for (const [method, path] of [
  ["GET", "/api/retention"],
  ["PUT", "/api/retention"],
  ["POST", "/api/retention/run"],
  ["GET", "/api/ns-push/lane"],
  ["POST", "/api/ns-push/lane/retry"],
] as const) {
  test(`${method} ${path} is for people who are signed in`, async () => {
    expect(expectProblem(await send(path, { method })).code).toBe("unauthenticated");
    expect(expectProblem(await send(path, { method, token: installation().agentKey })).code).toBe(
      "not_allowed",
    );
  });
}
