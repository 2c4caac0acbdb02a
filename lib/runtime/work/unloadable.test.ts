import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { leaseSteps } from "@/db/queries/workflows/turns";
import type { Gateway } from "@/lib/gateway/context";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";
import { runStep } from "./run-step";

const runs = await useRuns();
const { owner, gateway, publish, start, workOff, look, tenantId } = runs;

const plain = `workflow: plain
steps: [{ id: a, tool: transform, with: { value: 1 } }]`;
const other = await runs.world.addTenant();
const boss = await other.person("Boss", "admin");
await publish(plain, boss);
await publish(plain.replace("plain", "single"));
await publish(`workflow: listed
steps:
  - { id: later, wait: 1h }
  - { id: each, for: "\${{ [1] }}", max: 1, tool: transform, with: { value: "\${{ item }}" } }`);

/** By the app's role, in its own company: an item that is due. */
const insertItem = (runId: number, item: { json: string; needs: string }) =>
  inTenant(gateway.database, tenantId, async (tx) => {
    await tx.execute(
      sql`INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, item, item_json, tool_name,
            idempotency_key, needs, leasable, attempts_max, next_eligible_at)
          SELECT tenant_id, run_id, workflow_id, step_id, step_index, 'item', 0, ${sql.raw(item.json)}, tool_name,
            run_id || ':each:0', ${sql.raw(item.needs)}, true, 2, clock_timestamp()
          FROM steps WHERE tenant_id = ${tenantId} AND run_id = ${runId} AND kind = 'list'`,
    );
  });
const itemOf = async (runId: number) =>
  (await owner`SELECT status, failures, last_error FROM steps WHERE run_id = ${runId} AND kind = 'item'`)[0];

describe("a step that no worker could hold", () => {
  test.each(["array_fill(repeat('x', 1000000), ARRAY[95])", "array_fill('x'::text, ARRAY[1001])"])(
    "is not written where it needs too much: %s",
    async (needs) => {
      const { id } = await start("listed");
      await expect(insertItem(id, { json: "'1'", needs })).rejects.toMatchObject({
        cause: { code: "23514" },
      });
    },
  );
  test("stops no other company's steps, and ends after its attempts", async () => {
    const { id: poisoned } = await start("listed");
    // Compressed already, as a row of another table: the wall of the table of steps sees 200 kB.
    await owner`CREATE TABLE compressed AS SELECT to_jsonb(repeat('x', 17000000)) AS json`;
    await owner`GRANT SELECT ON compressed TO PUBLIC`;
    await insertItem(poisoned, { json: "(SELECT json FROM compressed)", needs: "needs" });
    await owner`DROP TABLE compressed`;
    for (let failures = 1; failures <= 3; failures += 1) {
      const { id } = await start("plain", {}, boss);
      await workOff();
      expect(await look(id, boss)).toMatchObject({ status: "succeeded" });
      expect(await itemOf(poisoned)).toMatchObject({
        status: failures <= 2 ? "failed_retryable" : "failed_terminal",
        failures,
        last_error: { code: "unloadable" },
      });
      await owner`UPDATE steps SET next_eligible_at = clock_timestamp()
        WHERE run_id = ${poisoned} AND status = 'failed_retryable'`;
    }
    const run = await look(poisoned);
    expect(run.status).toBe("failed_terminal");
    expect(stepsOf(run)).toContain("later:cancelled");
  });
  test("counts as a failure also where it is loaded alone", async () => {
    const { id } = await start("single");
    const [step] = await leaseSteps(gateway.database, { owner: "w", count: 1, seconds: 30 });
    const broken = { ...gateway, database: { ...gateway.database, sql: brokenAt("load_step") } } as Gateway;
    expect(await runStep(step!, { owner: "w", gateway: broken })).toBe("failed_retryable");
    expect((await look(id)).steps[0]).toMatchObject({
      status: "failed_retryable",
      last_error: { code: "unloadable" },
    });
  });
});

/** The app's SQL, of which one function cannot be called. */
const brokenAt = (name: string) =>
  new Proxy(gateway.database.sql, {
    apply: (call, self, args: [TemplateStringsArray]) =>
      args[0].some((part) => part.includes(`${name}(`))
        ? Promise.reject(new Error("broken"))
        : Reflect.apply(call, self, args),
  });
