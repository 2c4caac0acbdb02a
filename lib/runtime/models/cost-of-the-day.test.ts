import { afterEach, describe, expect, test } from "vitest";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { setCaps } from "@/lib/runtime/runs/caps";
import { setModelPrice } from "@/lib/runtime/runs/model-prices";
import { asking, useModelRuns } from "@/lib/runtime/testing/use-model-runs";

const runs = await useModelRuns();
const { owner, gateway, admin, witness, publish, start, workOff, look, letTimeCome } = runs;
const { tenantId } = admin;

/** A call of the witness costs 0.0036. */
const price = {
  provider: "acme",
  model: "large-2",
  from: "2026-01-01",
  currency: "USD",
  input: "2.50",
  cached: "0.25",
  output: "10",
  reasoning: null,
  reason: "List price",
};
await setModelPrice(admin, price, gateway);
const cap = (cost: string | null) =>
  setCaps(
    admin,
    {
      max_concurrency: 10,
      max_runs_per_min: 10_000,
      max_writes_per_run: 100,
      max_model_cost_per_day: cost,
      reason: "A test",
    },
    gateway,
  );
/** Moves all calls, as if they had begun then. */
const moveCalls = (to: string) =>
  runs.world.superuser.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx.unsafe(`UPDATE model_calls SET started_at = ${to} WHERE tenant_id = ${tenantId}`);
  });
const errorOf = async (runId: number) => (await look(runId)).steps[0]!.last_error;
afterEach(() => cap(null));

describe("where the day's costs of models have reached their cap", () => {
  test("no model is asked: the step waits without failing, until the cap is raised", async () => {
    await publish(asking("capped"));
    await cap("0.0036");
    const first = await start("capped");
    await workOff();
    expect((await look(first.id)).status).toBe("succeeded");
    const { id } = await start("capped");
    for (let turn = 0; turn < 6; turn += 1) {
      await workOff();
      await letTimeCome(id);
    }
    expect(witness.asked).toHaveLength(1);
    expect((await look(id)).steps[0]).toMatchObject({
      status: "ready",
      last_error: {
        code: "costs_capped",
        message:
          "Models have cost 0.0036 USD today, and the cap is 0.0036. This model is asked tomorrow, or when the cap is raised.",
      },
    });
    expect(await runs.receiptsOf(id)).toEqual([]);
    expect(await cap("0.004")).toMatchObject({
      model_cost_today: "0.0036",
      max_model_cost_per_day: "0.004",
      currency: "USD",
    });
    await workOff();
    expect((await look(id)).status).toBe("succeeded");
  });

  test("the day begins at midnight of the company's time zone", async () => {
    await owner`UPDATE tenants SET time_zone = 'Pacific/Kiritimati' WHERE id = ${tenantId}`;
    const midnight = "date_trunc('day', clock_timestamp(), 'Pacific/Kiritimati')";
    await publish(asking("by-day"));
    await cap("0.0036");
    await moveCalls(midnight);
    const { id } = await start("by-day");
    await workOff();
    expect(await errorOf(id)).toMatchObject({ code: "costs_capped" });
    await moveCalls(`${midnight} - interval '1 microsecond'`);
    expect(await cap("0.0036")).toMatchObject({ model_cost_today: "0.00" });
    await letTimeCome(id);
    await workOff();
    expect((await look(id)).status).toBe("succeeded");
  });

  test.each([
    ["no price", null],
    ["a price in another currency", "EUR"],
  ])("a model with %s is not asked at all, and without a cap it is", async (what, currency) => {
    const name = what.replaceAll(" ", "-");
    if (currency)
      await setModelPrice(admin, { ...price, model: `with-${name}`, currency, from: "2026-01-01" }, gateway);
    await publish(asking(name).replace("acme/large-2", `acme/with-${name}`));
    await cap("1000");
    const refused = await start(name);
    await workOff();
    expect(await errorOf(refused.id)).toEqual({
      code: "not_priced",
      message: `The day's costs of models are capped, and acme/with-${name} has no price in USD today.`,
    });
    expect(witness.asked).toEqual([]);
    await cap(null);
    const asked = await start(name);
    await workOff();
    expect((await look(asked.id)).status).toBe("succeeded");
  });
});

test("every change of the cap is in the ledger, which stays intact", async () => {
  await cap("12.5");
  await cap("0");
  expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: true });
  await owner`UPDATE run_lanes SET max_model_cost_per_day = 999000000 WHERE tenant_id = ${tenantId}`;
  expect(await verifyLedger(admin, { mode: "full" }, gateway)).toMatchObject({ intact: false });
});
