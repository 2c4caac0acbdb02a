import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { approve, workThrough } from "@/lib/gateway/testing/deliver";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** A step goes on when its own write was made, and not where somebody with the app's database role says so. */

const runs = await useRuns();
const { world, gateway, tenantId, publish, start, workOff, look } = runs;
const asRole = (statement: SQL) => inTenant(gateway.database, tenantId, (tx) => tx.execute(statement));

async function proposed(name: string) {
  await publish(`workflow: ${name}
limits: { writes: 1 }
steps:
${noteStep({ to: `Hello from ${name}` })}
  - { id: after, tool: transform, with: { value: "\${{ steps.note.output.record_id }}" } }`);
  const { id } = await start(name);
  await workOff();
  const [action] = await runs.owner<{ id: number; payload_hash: string }[]>`
    SELECT a.id, a.payload_hash FROM proposed_actions a JOIN steps s ON s.proposed_action_id = a.id
    WHERE s.run_id = ${id}`;
  return { id, action: action! };
}
async function expectRefused(id: number, code: string) {
  await workOff();
  const run = await look(id);
  expect(run).toMatchObject({
    status: "failed_terminal",
    steps: [{ last_error: { code } }, { status: "cancelled" }],
  });
}

test("another write that was applied is not a step's own, whatever the step's row says", async () => {
  const other = await proposed("other");
  await approve(world, other.action);
  await workThrough(world, other.action.id);
  await workOff();
  expect(await look(other.id)).toMatchObject({ status: "succeeded" });
  const { id } = await proposed("mine");
  await asRole(sql`
    UPDATE steps SET proposed_action_id = ${other.action.id}, status = 'ready', leasable = true,
      next_eligible_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND run_id = ${id} AND step_id = 'note'`);
  await expectRefused(id, "not_proposed_here");
});

test("a proposal that is said to be applied, and that the app did not write, is none that was", async () => {
  const { id, action } = await proposed("said");
  await approve(world, action);
  await asRole(sql`
    UPDATE proposed_actions SET status = 'applied', applied_at = clock_timestamp(), ns_internal_id = '4711'
    WHERE tenant_id = ${tenantId} AND id = ${action.id}`);
  await expectRefused(id, "unproven");
});
