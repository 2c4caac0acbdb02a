import { RETENTION_KINDS } from "@/lib/core/ledger/retention";
import { get } from "../support/http/api";
import { call, succeed } from "../support/http/call";
import { send } from "../support/http/request";
import { installation, roles, userOf } from "../support/installation";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { expect, test } from "../support/test";
import type { DeadLetters } from "@/lib/contract/monitoring/dead-letters";

const change = { kind: "agent_prose", days: 400, reason: "A longer look back" } as const;

test("retention is read by everybody and changed and run by administrators alone", async () => {
  for (const role of roles)
    expect((await succeed("readRetention", role)).kinds.map(({ kind }) => kind)).toEqual(RETENTION_KINDS);
  for (const role of ["viewer", "approver"] as const) {
    expectProblem(await call("setRetention", role, change), "not_allowed");
    for (const name of ["runRetention", "retryLane"] as const)
      expectProblem(await call(name, role), "not_allowed");
  }
  const { kinds } = await succeed("setRetention", "admin", change);
  expect(kinds.find((one) => one.kind === "agent_prose")).toMatchObject({
    days: 400,
    reason: "A longer look back",
  });
  await succeed("setRetention", "admin", { ...change, days: 365 });
});

test("metrics answer whoever presents their token, in Prometheus' format, and nobody else", async () => {
  const answer = await send("/api/metrics", { token: installation().metricsToken });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(answer.text).toMatch(/^countersign_lane_halted(\{.*\})? [01]$/m);
  for (const token of [userOf("admin").token, installation().agentKey, `${installation().metricsToken}x`])
    expectProblem(await send("/api/metrics", { token }), "unauthenticated");
});

const bad: [name: string, days: number, reason: string, field: string][] = [
  ["below the kind's minimum", 29, "x", "days"],
  ["a reason of spaces", 400, "  ", "reason"],
];
for (const [name, days, reason, field] of bad) {
  test(`PUT /api/retention with ${name} is refused, naming ${field}`, async () => {
    await expectNothingWritten(async () => {
      const answer = await call("setRetention", "admin", { kind: "agent_prose", days, reason });
      expectProblem(answer, "validation_failed", field);
    });
  });
}

test("dead letters come page by page, each once, newest first", async () => {
  const ids: number[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 200; pages += 1) {
    const search: string = cursor === null ? "" : `&cursor=${cursor}`;
    const page = await get<DeadLetters>(`/api/dead-letters?limit=1${search}`);
    expect(page.items.length).toBeLessThanOrEqual(1);
    ids.push(...page.items.map((item) => item.id));
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  expect(cursor).toBeNull();
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect(ids).toEqual((await get<DeadLetters>("/api/dead-letters?limit=100")).items.map((item) => item.id));
});

test("an open lane has nothing to try, and says so", async () => {
  const lane = await succeed("readLane", "viewer");
  expect(lane).toMatchObject({ state: "open", why: null, to_do: null });
  expectProblem(await call("retryLane", "admin"), "lane_open");
});
