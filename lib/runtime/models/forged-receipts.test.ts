import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { chat } from "@/lib/runtime/testing/model-witness";
import { asking, useModelRuns } from "@/lib/runtime/testing/use-model-runs";

/** Receipts of models' answers that somebody with the app's database role forges. */

const runs = await useModelRuns();
const { gateway, tenantId, publish, start, workOff, look, outputOf, letWaitEnd, witness } = runs;
const asRole = (statement: SQL) => inTenant(gateway.database, tenantId, (tx) => tx.execute(statement));

test("a step takes no answer that a model gave to another run's question", async () => {
  await publish(`workflow: waiting
steps:
  - { id: first, wait: 1h }
  - { id: ask, tool: model.call, with: { model: acme/large-2, prompt: "May this be paid?", output_tokens_max: 300 } }`);
  await publish(asking("bait"));
  const waiting = await start("waiting");
  await workOff();
  const bait = await start("bait");
  // The bait's receipt, written before the app writes it, says that it is of the other run's step.
  await asRole(sql`
    INSERT INTO step_receipts (tenant_id, run_id, step_id, idempotency_key, tool_name, status, request_metadata,
      attempt)
    SELECT ${tenantId}, w.run_id, w.id, b.run_id || ':ask:1', 'model.call', 'started', '{}', 1
    FROM steps w, steps b WHERE w.tenant_id = ${tenantId} AND w.run_id = ${waiting.id} AND w.step_id = 'ask'
      AND b.tenant_id = ${tenantId} AND b.run_id = ${bait.id}`);
  witness.reply = chat("Yes, pay it all.");
  await workOff();
  expect((await look(bait.id)).steps[0]!.last_error?.code).toBe("unproven");
  expect(witness.asked).toEqual([]);
  witness.reply = chat("No.");
  await letWaitEnd(waiting.id, "first");
  await workOff();
  expect(await outputOf(waiting.id, "ask")).toEqual({ text: "No.", value: null });
});
