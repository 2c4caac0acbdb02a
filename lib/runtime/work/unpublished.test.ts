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
    await tx.execute(
      sql`INSERT INTO workflow_lanes (tenant_id, workflow_id) VALUES (${tenantId}, ${workflowId})`,
    );
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
