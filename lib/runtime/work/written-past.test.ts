import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { rerun } from "@/lib/runtime/runs/rerun";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";

/** Somebody who has the app's database role alone writes into runs. It moves nothing. */

const runs = await useRuns();
const { gateway, admin, approver, tenantId, publish, start, workOff, look, outputOf, letWaitEnd } = runs;

const asRole = (statement: SQL) => inTenant(gateway.database, tenantId, (tx) => tx.execute(statement));
/** A settlement of the step that they leased, with whatever they like. */
const settled = ({ id, attempt }: Record<string, unknown>, said: object) => {
  const settling = { tenant: tenantId, step: Number(id), attempt: Number(attempt), to: "succeeded", said };
  return sql`SELECT take_turn('theirs', ${JSON.stringify([settling])}::text::jsonb, 0, 0)`;
};
const faultsOf = async (runId: number) =>
  (await verifyLedger(admin, { mode: "full" }, gateway)).faults
    .filter((fault) => fault.entity_type === "run" && fault.entity_id === runId)
    .map(({ kind }) => kind);
const refusal = async (runId: number, stepId: string) => {
  const run = await look(runId);
  expect(run.status).toBe("failed_terminal");
  return run.steps.find((step) => step.step_id === stepId && step.status === "failed_terminal")?.last_error
    ?.code;
};

describe("a run", () => {
  /** With the steps of its text, in the name of whoever decides. */
  async function forge(workflow: string, ref: string, { event }: { event: boolean }): Promise<number> {
    const inputs = { note: "theirs" };
    const rows = await asRole(sql`
      WITH f AS (SELECT f.id, f.workspace_id, max(p.version_id) AS version_id FROM workflows f
          JOIN workflow_publications p ON p.tenant_id = f.tenant_id AND p.workflow_id = f.id
          WHERE f.tenant_id = ${tenantId} AND f.name = ${workflow} GROUP BY 1, 2),
        r AS (INSERT INTO runs (tenant_id, workspace_id, workflow_id, workflow_version_id, trigger_type, trigger_ref,
            inputs_json, inputs_hash, started_by_user_id, started_by_label, writes_max, deadline_at, seal)
          SELECT ${tenantId}, workspace_id, id, version_id, 'api', ${ref}, ${JSON.stringify(inputs)}::jsonb,
            ${canonicalHash(inputs)}, ${approver.userId}, ${approver.name}, 5, clock_timestamp() + interval '1 day',
            (SELECT seal FROM runs o WHERE o.tenant_id = ${tenantId} AND o.seal IS NOT NULL ORDER BY id LIMIT 1)
          FROM f RETURNING id, workflow_id)
      INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, tool_name, idempotency_key, leasable,
        attempts_max, next_eligible_at)
      SELECT ${tenantId}, id, workflow_id, 'a', 0, 'single', 'transform', id || ':a', true, 5, clock_timestamp()
      FROM r RETURNING run_id AS id`);
    const id = Number((rows[0] as { id: unknown }).id);
    if (event)
      await asRole(sql`
        SELECT append_event(${tenantId}::bigint, 'run', ${id}::bigint, 'run.started', 'person', ${approver.name},
          jsonb_build_object('seal', (SELECT seal FROM runs WHERE tenant_id = ${tenantId} AND id = ${id})))`);
    return id;
  }
  const source = (name: string) => `workflow: ${name}
inputs: { type: object, properties: { note: { type: string } } }
steps: [{ id: a, tool: transform, with: { value: "\${{ inputs.note }}" } }]`;

  test("with inputs and a starter of their choosing does nothing, and the verification names it", async () => {
    await publish(source("begun"));
    const genuine = await start("begun", { inputs: { note: "ours" } });
    const [silent, said] = [
      await forge("begun", "silent", { event: false }),
      await forge("begun", "said", { event: true }),
    ];
    await workOff();
    expect(await outputOf(genuine.id, "a")).toEqual({ value: "ours" });
    for (const id of [silent, said]) {
      expect(await refusal(id, "a")).toBe("unproven");
      expect(await outputOf(id, "a")).toBeNull();
    }
    expect(await faultsOf(silent)).toEqual(["run_unbegun"]);
    expect(await faultsOf(said)).toEqual(["run_unsealed"]);
    await sealLedger(gateway);
    // The checkpoint names it for good.
    expect(await faultsOf(said)).toEqual(["run_unsealed"]);
    expect(await faultsOf(genuine.id)).toEqual([]);
  });

  test("of theirs is not gone on from, so that no genuine one has its inputs", async () => {
    const id = await forge("begun", "gone on from", { event: true });
    await workOff();
    await expect(rerun(approver, id, gateway)).rejects.toMatchObject({ code: "unproven" });
  });

  test("that a step is said to have called, and that is said to have succeeded, is not believed", async () => {
    await publish(`workflow: callee\nsteps: [{ id: a, wait: 1h }]`);
    await publish(`workflow: caller
steps:
  - { id: call, call: callee }
  - { id: after, tool: transform, with: { value: 1 } }`);
    const { id } = await start("caller");
    await workOff();
    await asRole(sql`
      UPDATE steps SET next_eligible_at = clock_timestamp() WHERE tenant_id = ${tenantId} AND run_id = (
        SELECT id FROM runs WHERE tenant_id = ${tenantId} AND parent_step_id = (
          SELECT id FROM steps WHERE tenant_id = ${tenantId} AND run_id = ${id} AND step_id = 'call'))`);
    const [leased] = await asRole(sql`SELECT * FROM lease_steps('theirs', 1, 30)`);
    await asRole(settled(leased!, { output: { until: "2026-01-01" } }));
    await workOff();
    expect(await refusal(id, "call")).toBe("unproven");
  });
});

describe("a step", () => {
  const chain = (name: string) => `workflow: ${name}
steps:
  - { id: first, wait: 1h }
  - { id: read, tool: transform, with: { value: 5 } }
  - { id: use, tool: transform, with: { value: "\${{ steps.read.output.value + 1 }}" } }`;

  test("whose result they wrote is neither used nor counts as done", async () => {
    await publish(chain("settled"));
    const { id } = await start("settled");
    await workOff();
    await asRole(sql`
      UPDATE steps SET waits_for = 0, leasable = true, next_eligible_at = clock_timestamp()
      WHERE tenant_id = ${tenantId} AND run_id = ${id} AND step_id = 'read'`);
    const [leased] = await asRole(sql`SELECT * FROM lease_steps('theirs', 1, 30)`);
    await asRole(settled(leased!, { output: { value: 900 }, output_hash: canonicalHash({ value: 900 }) }));
    await workOff();
    expect(await refusal(id, "use")).toBe("unproven");
    expect(await outputOf(id, "use")).toBeNull();
    await expect(rerun(approver, id, gateway)).rejects.toMatchObject({ code: "unproven" });
  });

  test("is not done before those that it needs, whatever its row says", async () => {
    await publish(chain("early"));
    const { id } = await start("early");
    await workOff();
    await asRole(sql`
      UPDATE steps SET waits_for = 0, leasable = true, next_eligible_at = clock_timestamp()
      WHERE tenant_id = ${tenantId} AND run_id = ${id} AND step_id = 'read'`);
    await workOff();
    expect(await refusal(id, "read")).toBe("unproven");
  });

  test("does not take a result that was changed afterwards, though its seal is there", async () => {
    await publish(`workflow: replaced
steps:
  - { id: read, tool: transform, with: { value: 5 } }
  - { id: pause, wait: 1h }
  - { id: use, tool: transform, with: { value: "\${{ steps.read.output.value + 1 }}" } }`);
    const { id } = await start("replaced");
    await workOff();
    // No role of the product can: a step that succeeded is final.
    await runs.superuserOf().begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE steps SET output_json = '{"value": 900}' WHERE run_id = ${id} AND step_id = 'read'`;
    });
    await letWaitEnd(id, "pause");
    await workOff();
    expect(await refusal(id, "use")).toBe("unproven");
  });

  test("that waits, waits as long as the app said", async () => {
    await publish(chain("waiting"));
    const { id } = await start("waiting");
    await workOff();
    await asRole(sql`
      UPDATE steps SET output_json = '{"until": "2026-01-01T00:00:00Z"}', next_eligible_at = clock_timestamp()
      WHERE tenant_id = ${tenantId} AND run_id = ${id} AND step_id = 'first'`);
    await workOff();
    expect(await refusal(id, "first")).toBe("unproven");
  });

  test("of on_error is not done in a run that did not fail so", async () => {
    await publish(`workflow: reverses
steps: [{ id: first, wait: 1h }]
on_error: [{ id: undo, tool: transform, with: { value: "\${{ error.message }}" } }]`);
    const { id } = await start("reverses");
    await workOff();
    await asRole(sql`
      UPDATE runs SET error_step = 'first', error_message = 'theirs' WHERE tenant_id = ${tenantId} AND id = ${id}`);
    await asRole(sql`
      INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, is_on_error, kind, tool_name,
        idempotency_key, leasable, attempts_max, next_eligible_at)
      SELECT tenant_id, run_id, workflow_id, 'undo', 0, true, 'single', 'transform', run_id || ':on_error:undo', true, 5,
        clock_timestamp() FROM steps WHERE tenant_id = ${tenantId} AND run_id = ${id}`);
    await workOff();
    expect(await refusal(id, "undo")).toBe("unproven");
  });

  test("that is there a second time under another key is not done twice", async () => {
    await publish(
      `workflow: twice\nsteps: [{ id: a, tool: transform, with: { value: 1 } }, { id: end, wait: 1h }]`,
    );
    const { id } = await start("twice");
    await asRole(sql`
      INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, tool_name, idempotency_key, leasable,
        attempts_max, next_eligible_at)
      SELECT tenant_id, run_id, workflow_id, step_id, step_index, kind, tool_name, 'another', true, 5, next_eligible_at
      FROM steps WHERE tenant_id = ${tenantId} AND run_id = ${id} AND step_id = 'a'`);
    await workOff();
    expect(await refusal(id, "a")).toBe("unproven");
    expect((await look(id)).steps.filter(({ step_id: step }) => step === "a")).toHaveLength(2);
  });
});

describe("a list", () => {
  const list = (name: string) => `workflow: ${name}
steps:
  - { id: each, for: "\${{ ['x', 'y'] }}", max: 9, tool: transform, with: { value: "\${{ item }}" } }
  - { id: end, needs: [each], tool: transform, with: { value: "\${{ size(steps.each.outputs) }}" } }`;
  const insertItem = (id: number, item: number, value: string, status = "ready") =>
    asRole(sql`
      INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, item, item_json, tool_name,
        idempotency_key, leasable, attempts_max, status, next_eligible_at, given_seal, output_json, output_hash)
      SELECT tenant_id, run_id, workflow_id, step_id, step_index, 'item', ${item}::integer, ${JSON.stringify(value)}::jsonb,
        tool_name, run_id || ':each:' || ${item}::integer, ${status} = 'ready', 5, ${status}, clock_timestamp(),
        (SELECT g.given_seal FROM steps g WHERE g.tenant_id = ${tenantId} AND g.given_seal IS NOT NULL LIMIT 1),
        CASE WHEN ${status} = 'succeeded' THEN '{"value": "z"}'::jsonb END, ${canonicalHash({ value: "z" })}
      FROM steps WHERE tenant_id = ${tenantId} AND run_id = ${id} AND kind = 'list'`);
  /** The list is worked out, and none of its items is done. */
  async function opened(name: string): Promise<number> {
    await publish(list(name));
    const { id } = await start(name);
    await workOff({ parallel: 1, forMs: 1 });
    expect(stepsOf(await look(id))).toContain("each.1:ready");
    return id;
  }

  test("gets no further items than it has", async () => {
    const id = await opened("longer");
    await insertItem(id, 2, "z");
    await workOff();
    expect(await refusal(id, "each")).toBe("unproven");
  });
  test("gets no further results, though nobody had to do them", async () => {
    const id = await opened("fuller");
    await insertItem(id, 2, "z", "succeeded");
    await workOff();
    expect(await refusal(id, "end")).toBe("unproven");
  });
});

describe("a step is never lost in silence", () => {
  test.each([
    ["until the end of time", "next_eligible_at = 'infinity'"],
    ["for longer than its run may last", "next_eligible_at = clock_timestamp() + interval '31 days'"],
  ])("it is not set aside %s", async (_, change) => {
    await publish(`workflow: aside\nsteps: [{ id: a, tool: transform, with: { value: 1 } }]`).catch(() => {});
    const { id } = await start("aside");
    await expect(
      asRole(sql`UPDATE steps SET ${sql.raw(change)} WHERE tenant_id = ${tenantId} AND run_id = ${id}`),
    ).rejects.toThrow();
    await workOff();
    expect(await look(id)).toMatchObject({ status: "succeeded" });
  });

  test("its lease is not prolonged beyond two hours", async () => {
    const { id } = await start("aside");
    await asRole(sql`SELECT * FROM lease_steps('theirs', 1, 30)`);
    for (const until of ["'infinity'", "clock_timestamp() + interval '1 day'"])
      await expect(
        asRole(sql`
          UPDATE steps SET lease_expires_at = ${sql.raw(until)} WHERE tenant_id = ${tenantId} AND run_id = ${id}`),
      ).rejects.toThrow();
    await runs.owner`
      UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE run_id = ${id}`;
    await workOff();
    expect(await look(id)).toMatchObject({ status: "succeeded" });
  });

  test("a wait beyond its run's end fails at once, and says so", async () => {
    await publish(`workflow: long\nlimits: { deadline: 1h }
inputs: { type: object, properties: { span: { type: string } } }
steps: [{ id: a, wait: "\${{ duration(inputs.span) }}" }]`);
    const { id } = await start("long", { inputs: { span: "2h" } });
    await workOff();
    expect(await refusal(id, "a")).toBe("after_deadline");
  });
});
