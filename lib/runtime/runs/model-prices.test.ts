import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { beginModelCall, endModelCall, sumModelCosts } from "@/db/queries/workflows/model-calls";
import type { TokenCounts } from "@/lib/core/run/model-call";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { readModelPrices, setModelPrice } from "./model-prices";

const runs = await useRuns();
const { owner, gateway, admin } = runs;
const { tenantId } = admin;

const price = {
  provider: "acme",
  model: "large-2",
  from: "2026-01-01",
  currency: "USD",
  input: "2.50",
  cached: "0.25" as string | null,
  output: "10",
  reasoning: null as string | null,
  reason: "List price",
};
const tokens: TokenCounts = { input: 1_000, cached: 400, output: 200, reasoning: 50 };
const { id: runId } = await runs.follow(
  `workflow: many\nsteps: [{ id: t, for: "\${{ ['1','2','3','4','5','6','7','8'] }}", max: 8, tool: transform, with: { value: 1 } }]`,
);
const steps = await owner<{ id: number }[]>`
  SELECT id FROM steps WHERE run_id = ${runId} AND kind = 'item' ORDER BY id`;

let next = 0;
/** A call as a run leaves it. `on`: the day on which it began. */
async function call(model: string, spent: TokenCounts | null, on?: string): Promise<number> {
  const key = { tenantId, stepId: steps[next]!.id, attempt: 1 };
  next += 1;
  await inTenant(gateway.database, tenantId, (tx) =>
    beginModelCall(tx, { ...key, runId, provider: "acme", model }),
  );
  if (on !== undefined)
    await runs.world.superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE model_calls SET started_at = ${on} WHERE step_id = ${key.stepId}`;
    });
  await inTenant(gateway.database, tenantId, (tx) =>
    endModelCall(
      tx,
      { ...key, provider: "acme", model, status: "succeeded", tokens: spent },
      { finishReason: "stop", ms: 1, seal: "x" },
    ),
  );
  return key.stepId;
}
const costOf = async (stepId: number) =>
  (await owner`SELECT cost, currency FROM model_calls WHERE step_id = ${stepId}`)[0];
const costs = async () => {
  const rows = await inTenant(gateway.database, tenantId, (tx) => sumModelCosts(tx, tenantId, runId));
  return rows.map(({ model, calls, cost, currency, unpricedCalls }) => [
    model,
    calls,
    cost,
    currency,
    unpricedCalls,
  ]);
};

test("an administrator sets a price, and the ledger says so", async () => {
  await expectRefusal(setModelPrice(runs.approver, price, gateway), "not_allowed");
  const { items } = await setModelPrice(admin, price, gateway);
  expect(items).toEqual([
    {
      ...price,
      input: "2.50",
      output: "10.00",
      changed_by: "Adam",
      changed_at: expect.any(String),
    },
  ]);
  expect(await readModelPrices(runs.approver, gateway)).toEqual({ items });
  const [event] = await owner`SELECT body_text FROM events WHERE event_type = 'model_prices.changed'`;
  expect(event!.body_text).toContain("List price");
  expect((await verifyLedger(admin, { mode: "full" }, gateway)).faults).toEqual([]);
});

test("a call costs by the price of the day on which it began, cached input and reasoning by theirs", async () => {
  await setModelPrice(
    admin,
    { ...price, from: "2026-06-01", input: "5", cached: null, reasoning: "20" },
    gateway,
  );
  // 600 × 2.50 + 400 × 0.25 + 200 × 10, of millionths.
  expect(await costOf(await call("large-2", tokens, "2026-05-31 23:59:59Z"))).toEqual({
    cost: 3_600,
    currency: "USD",
  });
  // 1000 × 5 + 150 × 10 + 50 × 20.
  expect(await costOf(await call("large-2", tokens, "2026-06-01 00:00:00Z"))).toEqual({
    cost: 7_500,
    currency: "USD",
  });
  expect(await costOf(await call("large-2", tokens, "2025-12-31 23:59:59Z"))).toEqual({
    cost: null,
    currency: null,
  });
  expect(await costs()).toEqual([["large-2", 3, "11100", "USD", 1]]);
});

test("a price corrects an earlier one of its day for calls from then on; a cost that is there stays", async () => {
  const before = await call("large-2", tokens, "2026-06-02");
  await setModelPrice(
    admin,
    { ...price, from: "2026-06-01", input: "6", cached: null, output: "0" },
    gateway,
  );
  expect(
    (await readModelPrices(admin, gateway)).items.filter(({ from }) => from === "2026-06-01"),
  ).toMatchObject([{ input: "6.00", output: "0.00" }]);
  expect(await costOf(before)).toMatchObject({ cost: 7_500 });
  expect(await costOf(await call("large-2", tokens, "2026-06-02"))).toMatchObject({ cost: 6_000 });
});

test("calls of before get their cost when a price of their day is set; those that nobody counted never", async () => {
  const counted = await call("new", tokens, "2026-07-01");
  const uncounted = await call("new", null, "2026-07-01");
  expect((await costs()).at(-1)).toEqual(["new", 2, null, null, 2]);
  await setModelPrice(admin, { ...price, model: "new", from: "2026-07-01", currency: "EUR" }, gateway);
  expect(await costOf(counted)).toEqual({ cost: 3_600, currency: "EUR" });
  expect(await costOf(uncounted)).toEqual({ cost: null, currency: null });
  expect((await costs()).at(-1)).toEqual(["new", 2, "3600", "EUR", 1]);
});

test("a cost is rounded half up, and sums are exact where a float would lose a millionth", async () => {
  await setModelPrice(
    admin,
    { ...price, model: "dear", input: "999999.999999", cached: null, output: "0" },
    gateway,
  );
  const many = { input: 9_000, cached: 0, output: 0, reasoning: 0 };
  const step = await call("dear", many, "2026-07-01");
  // 9000 × 999,999,999,999 / 1,000,000 = 8,999,999,999.991
  expect(await costOf(step)).toMatchObject({ cost: 9_000_000_000 });
  await runs.world.superuser.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`UPDATE model_calls SET cost = 9007199254740991 WHERE model IN ('dear', 'large-2') AND cost IS NOT NULL`;
  });
  const large = (await costs()).find(([model]) => model === "large-2")!;
  expect(large[2]).toBe(String(4n * 9_007_199_254_740_991n));
});
