import { database } from "../support/database";
import { get } from "../support/api";
import { call, succeed } from "../support/call";
import { send } from "../support/http";
import { installation, roles, userOf } from "../support/installation";
import { expectNothingWritten, expectProblem } from "../support/refusal";
import { expect, test } from "../support/test";
import type { DeadLetters } from "@/lib/contract/dead-letters";

const change = { kind: "agent_prose", days: 400, reason: "A longer look back" } as const;

test("retention is read by everybody and changed and run by administrators alone", async () => {
  for (const role of roles) expect((await succeed("readRetention", role)).kinds).toHaveLength(4);
  for (const role of ["viewer", "approver"] as const) {
    expect(expectProblem(await call("setRetention", role, change)).code).toBe("not_allowed");
    expect(expectProblem(await call("runRetention", role)).code).toBe("not_allowed");
    expect(expectProblem(await call("retryLane", role)).code).toBe("not_allowed");
  }
  const { kinds } = await succeed("setRetention", "admin", change);
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

const bad: [name: string, days: number, reason: string, field: string][] = [
  ["below the kind's minimum", 29, "x", "days"],
  ["a reason of spaces", 400, "  ", "reason"],
];
for (const [name, days, reason, field] of bad) {
  test(`PUT /api/retention with ${name} is refused, naming ${field}`, async () => {
    await expectNothingWritten(async () => {
      const answer = await call("setRetention", "admin", { kind: "agent_prose", days, reason });
      const problem = expectProblem(answer);
      expect(problem).toMatchObject({ status: 422, code: "validation_failed" });
      expect(problem.errors?.map((error) => error.path)).toContain(field);
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
  const lane = await succeed("readLane", "viewer");
  expect(lane).toMatchObject({ state: "open", why: null, to_do: null });
  expect(expectProblem(await call("retryLane", "admin"))).toMatchObject({
    status: 409,
    code: "lane_open",
  });
});
