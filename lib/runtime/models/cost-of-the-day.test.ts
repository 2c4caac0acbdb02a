import { type SQL, sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { readEvidenceState } from "@/lib/gateway/evidence/read-evidence";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { sealRequestsFromBefore } from "@/lib/gateway/reseal/seal-requests-from-before";
import { setCaps } from "@/lib/runtime/runs/caps";
import { setModelPrice } from "@/lib/runtime/runs/model-prices";
import { chat } from "@/lib/runtime/testing/model-witness";
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

describe("a call whose costs somebody with the database's role wrote", () => {
  const asRole = (statement: SQL) => inTenant(gateway.database, tenantId, (tx) => tx.execute(statement));
  const answer = chat("Hello.");
  /** Ends every open call before its answer comes. */
  const endCalls: typeof witness.reply = (asked, response) =>
    void asRole(sql`
      UPDATE model_calls SET status = 'succeeded', ended_at = clock_timestamp(), input_tokens = 0, cached_tokens = 0,
        output_tokens = 0, reasoning_tokens = 0, seal = 'x'
      WHERE tenant_id = ${tenantId} AND ended_at IS NULL`).then(() => answer(asked, response));
  /** Calls a model that has no price, and says that it cost nothing. */
  async function priceCalls(name: string): Promise<number> {
    await publish(asking(name).replace("acme/large-2", "acme/free"));
    const { id } = await start(name);
    await workOff();
    await asRole(sql`
      UPDATE model_calls SET cost = 0, currency = 'USD', price_id = (SELECT min(id) FROM model_prices)
      WHERE tenant_id = ${tenantId} AND run_id = ${id}`);
    return id;
  }
  async function endAhead(name: string): Promise<number> {
    await publish(asking(name));
    witness.reply = endCalls;
    const { id } = await start(name);
    await workOff();
    witness.reply = answer;
    return id;
  }
  test.each([
    ["ended before its answer came", endAhead],
    ["priced", priceCalls],
  ])("and %s: under a cap no model is asked that day, and its run gets no evidence", async (what, forge) => {
    const name = what.replaceAll(" ", "-");
    const forged = await forge(`forged-${name}`);
    expect((await look(forged)).status).toBe("succeeded");
    await cap("1000");
    await publish(asking(`after-${name}`));
    const { id } = await start(`after-${name}`);
    witness.asked = [];
    await workOff();
    expect(await errorOf(id)).toMatchObject({ code: "costs_unproven" });
    expect(witness.asked).toEqual([]);
    await sealLedger(gateway);
    const { faults } = await verifyLedger(admin, { mode: "full" }, gateway);
    expect(faults).toContainEqual(expect.objectContaining({ kind: "call_unsealed", entity_id: forged }));
    await sealEvidence(gateway);
    expect((await readEvidenceState(admin, { kind: "run", id: forged }, gateway)).state).toBe("refused");
    // On another day it stops nothing.
    await moveCalls("clock_timestamp() - interval '3 days'");
    await letTimeCome(id);
    await workOff();
    expect((await look(id)).status).toBe("succeeded");
  });

  test("and that was there before calls had seals is sealed by the migration that brings them", async () => {
    await publish(asking("from-before"));
    const { id } = await start("from-before");
    await workOff();
    await runs.world.superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE model_calls SET seal = NULL WHERE run_id = ${id}`;
    });
    const faultsOf = async () =>
      (await verifyLedger(admin, { mode: "full" }, gateway)).faults
        .filter(({ entity_id: of }) => of === id)
        .map(({ kind }) => kind);
    expect(await faultsOf()).toEqual(["call_unsealed"]);
    await owner.begin((tx) => sealRequestsFromBefore(tx, ["0068_sealed_requests.sql"]));
    expect(await faultsOf()).toEqual([]);
  });
});

test("every change of the cap is in the ledger, which stays intact", async () => {
  await cap("12.5");
  await cap("0");
  const capsDiffer = async () =>
    (await verifyLedger(admin, { mode: "full" }, gateway)).faults.some(
      ({ entity_type: of }) => of === "run_caps",
    );
  expect(await capsDiffer()).toBe(false);
  await owner`UPDATE run_lanes SET max_model_cost_per_day = 999000000 WHERE tenant_id = ${tenantId}`;
  expect(await capsDiffer()).toBe(true);
});
