import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { owner, gateway, admin, tenantId, publish, workOff, look } = runs;

test("a run of a version that nobody published does nothing, whoever wrote it into the database", async () => {
  const { id: workflowId } = await publish(`workflow: forged
steps: [{ id: a, tool: transform, with: { value: 1 } }]`);
  const [workflow] = await owner<{ workspace_id: number }[]>`
    SELECT workspace_id FROM workflows WHERE id = ${workflowId}`;
  const text = JSON.stringify({
    workflow: "forged",
    steps: [{ id: "a", tool: "transform", with: { value: "never published" } }],
  });
  // With the rights of the app's role, past the app.
  const runId = await inTenant(gateway.database, tenantId, async (tx) => {
    const [version] = await tx.execute<{ id: number }>(sql`
      INSERT INTO workflow_versions (tenant_id, workflow_id, number, hash, source, definition_text, created_by_user_id,
        created_by_label)
      VALUES (${tenantId}, ${workflowId}, 2, ${sha256Hex(text)}, '', ${text}, ${admin.userId}, 'x') RETURNING id`);
    const [run] = await tx.execute<{ id: number }>(sql`
      INSERT INTO runs (tenant_id, workspace_id, workflow_id, workflow_version_id, trigger_type, trigger_ref,
        inputs_json, inputs_hash, started_by_label, writes_max, deadline_at)
      VALUES (${tenantId}, ${workflow!.workspace_id}, ${workflowId}, ${version!.id}, 'api', 'forged', '{}', 'x', 'x', 5,
        clock_timestamp() + interval '1 day') RETURNING id`);
    await tx.execute(sql`
      INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, tool_name, idempotency_key,
        leasable, attempts_max, next_eligible_at)
      VALUES (${tenantId}, ${run!.id}, ${workflowId}, 'a', 0, 'single', 'transform', 'forged:a', true, 5,
        clock_timestamp())`);
    return run!.id;
  });
  await workOff();
  const run = await look(runId);
  expect(run.status).toBe("failed_terminal");
  expect(run.steps[0]!.last_error).toMatchObject({ code: "not_published" });
});

/** The first step of a new run, changed past the app. */
async function startedWith(workflow: string, change: Record<string, unknown>) {
  const { id } = await runs.start(workflow);
  await runs.superuserOf().begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`UPDATE steps SET ${tx(change)} WHERE run_id = ${id} AND step_id = 'a'`;
  });
  await workOff();
  return look(id);
}

test.each([
  ["another tool", { tool_name: "http.request" }],
  ["another id", { step_id: "b" }],
  ["another place", { step_index: 7 }],
  ["a list in its place", { kind: "list" }],
  ["a place in on_error, which the text has none of", { is_on_error: true }],
])("a step that has %s than its text says is not done", async (_, change) => {
  await publish(`workflow: differs\nsteps: [{ id: a, tool: transform, with: { value: 1 } }]`).catch(() => {});
  const run = await startedWith("differs", change);
  expect(run).toMatchObject({ status: "failed_terminal", steps: [{ output_hash: null }] });
  expect(run.steps[0]!.last_error).toMatchObject({ code: "step_differs" });
});

test("a run under way goes on where somebody writes a publication past the app", async () => {
  const { id, version_id } = await publish(
    `workflow: goes-on\nsteps: [{ id: a, tool: transform, with: { value: 1 } }]`,
  );
  const run = await runs.start("goes-on");
  await owner`
    INSERT INTO workflow_publications (tenant_id, workflow_id, number, version_id, note, by_user_id, by_label, seal)
    VALUES (${tenantId}, ${id}, 2, ${version_id}, 'why', ${admin.userId}, 'Adam', 'forged')`;
  await workOff();
  expect(await look(run.id)).toMatchObject({ status: "succeeded" });
});
