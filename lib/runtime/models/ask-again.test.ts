import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { sumModelCosts } from "@/db/queries/workflows/model-calls";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { leaseSteps } from "@/db/queries/workflows/turns";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { rerun } from "@/lib/runtime/runs/rerun";
import { USAGE, chat } from "@/lib/runtime/testing/model-witness";
import { asking, useModelRuns } from "@/lib/runtime/testing/use-model-runs";
import { stepsOf } from "@/lib/runtime/testing/use-runs";
import { runStep } from "@/lib/runtime/work/run-step";

const runs = await useModelRuns();
const { owner, gateway, admin, witness, callsOf, receiptsOf } = runs;
const { publish, start, workOff, look, outputOf } = runs;

describe("a worker that goes away", () => {
  /** Its lease is lost while the provider works on the answer; `between` happens before the answer comes. */
  async function die(name: string, between: () => Promise<unknown> = async () => {}) {
    await publish(asking(name));
    const { id } = await start(name);
    const [leased] = await leaseSteps(gateway.database, { owner: "dies", count: 1, seconds: 30 });
    witness.reply = (asked, response) =>
      void owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE run_id = ${id} AND status = 'running'`
        .then(() => rescueSteps(gateway.database, [0], 10))
        .then(between)
        .then(() => chat("Hello.")(asked, response));
    expect(await runStep(leased!, { owner: "dies", gateway })).toBeNull();
    return id;
  }
  test("and writes the answer down all the same has it taken by the next attempt: it is paid for once", async () => {
    const id = await die("dies-late");
    witness.reply = chat("Again.");
    await workOff();
    expect(stepsOf(await look(id))).toEqual(["ask:succeeded"]);
    expect(await outputOf(id, "ask")).toEqual({ text: "Hello.", value: null });
    expect(witness.asked).toHaveLength(1);
    expect(await callsOf(id)).toMatchObject([{ attempt: 1, status: "succeeded" }]);
  });
  test("before it writes anything down is asked again: a row each, the first without costs", async () => {
    const id = await die("dies-early");
    // As if its process had ended before the answer.
    await runs.world.superuser.begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE step_receipts SET status = 'started', completed_at = NULL, result_json = NULL WHERE run_id = ${id}`;
      await tx`UPDATE model_calls SET status = 'started', ended_at = NULL, input_tokens = NULL, cached_tokens = NULL,
        output_tokens = NULL, reasoning_tokens = NULL WHERE run_id = ${id}`;
    });
    witness.reply = chat("Again.");
    await workOff();
    expect(await outputOf(id, "ask")).toEqual({ text: "Again.", value: null });
    expect(witness.asked).toHaveLength(2);
    expect(new Set(witness.asked.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
    expect(await callsOf(id)).toMatchObject([
      { attempt: 1, status: "started", input_tokens: null },
      { attempt: 2, status: "succeeded", input_tokens: 1_000 },
    ]);
    expect((await look(id)).costs).toMatchObject([{ calls: 2, unpriced_calls: 2 }]);
  });
  test("leaves no answer where somebody with the database's role wrote one: it is asked again", async () => {
    await publish(asking("forged"));
    const { id } = await start("forged");
    await inTenant(gateway.database, runs.tenantId, async (tx) => {
      await tx.execute(sql`
        INSERT INTO step_receipts (tenant_id, run_id, step_id, idempotency_key, tool_name, status, request_metadata)
        SELECT tenant_id, run_id, id, 'theirs', tool_name, 'started', '{}' FROM steps
        WHERE tenant_id = ${runs.tenantId} AND run_id = ${id}`);
      await tx.execute(sql`
        UPDATE step_receipts SET status = 'succeeded', completed_at = clock_timestamp(), seal = 'x',
          result_json = '{"text": "Theirs.", "value": null}'
        WHERE tenant_id = ${runs.tenantId} AND run_id = ${id}`);
    });
    await workOff();
    expect(await outputOf(id, "ask")).toEqual({ text: "Hello.", value: null });
    expect(witness.asked).toHaveLength(1);
  });
  test("and is overtaken by the next attempt has cost as much as that one: both are in the sum", async () => {
    const id = await die("overtaken", async () => {
      witness.reply = chat("Second.");
      await workOff();
    });
    expect(await outputOf(id, "ask")).toEqual({ text: "Second.", value: null });
    expect(await callsOf(id)).toMatchObject([
      { attempt: 1, status: "succeeded" },
      { attempt: 2, status: "succeeded" },
    ]);
    expect((await look(id)).costs).toMatchObject([{ calls: 2, input_tokens: 2 * USAGE.prompt_tokens }]);
    // The run had ended with the receipts that the ledger compares.
    expect(await receiptsOf(id)).toMatchObject([{ status: "started" }, { status: "succeeded" }]);
    const { faults } = await verifyLedger(admin, { mode: "full" }, gateway);
    expect(faults.filter(({ entity_id: of }) => of === id)).toEqual([]);
  });
});

test("a run that goes on from a former one pays for no answer again", async () => {
  const source = `${asking("partly")}
  - { id: fails, tool: http.request, with: { method: GET, url: "http://127.0.0.1:1/" } }
limits: { writes: 1 }`;
  const first = await runs.follow(source);
  expect(stepsOf(first)).toEqual(["ask:succeeded", "fails:failed_terminal"]);
  const { run: again } = await rerun(runs.approver, first.id, gateway);
  await workOff();
  expect(stepsOf(await look(again.id))).toEqual(["ask:succeeded", "fails:failed_terminal"]);
  expect(witness.asked).toHaveLength(1);
  expect((await look(again.id)).costs).toEqual([]);
});

test("the costs of a run are nobody's but its tenant's", async () => {
  const run = await runs.follow(asking("mine"));
  const [other] = await owner`INSERT INTO tenants (slug, name) VALUES ('of-others', 'Others') RETURNING id`;
  const seenBy = (tenantId: number, as = tenantId) =>
    inTenant(gateway.database, as, (tx) => sumModelCosts(tx, tenantId, run.id));
  expect(await seenBy(admin.tenantId)).toHaveLength(1);
  expect(await seenBy(other!.id as number)).toEqual([]);
  expect(await seenBy(admin.tenantId, other!.id as number)).toEqual([]);
});
