import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { readAction } from "@/lib/gateway/read/actions/read-actions";
import { amendmentsOf } from "@/lib/gateway/testing/amendments";
import { proposals } from "@/lib/gateway/testing/proposals";
import { readApprovals } from "@/lib/runtime/runs/read-approvals";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { useRuns } from "@/lib/runtime/testing/use-runs";

const { world, owner, gateway, approver, tenantId, publish, start, workOff } = await useRuns();

/** The run that both the card and the list of approvals name. */
async function runOf(id: number): Promise<number | null> {
  const { items } = await readApprovals(approver, { limit: 10 }, gateway);
  const { run } = (await readAction(approver, id, gateway)) as { run: { id: number } | null };
  expect(items.find((item) => item.id === id)!.run_id).toBe(run?.id ?? null);
  return run?.id ?? null;
}

test("is the one whose step made it, edited or not, and none that the database's role has name it", async () => {
  await publish(`workflow: notes\nlimits: { writes: 1 }\nsteps:\n${noteStep({ to: "x" })}`);
  const own = await start("notes");
  await workOff();
  const [first] = await owner<{ id: number; payload_hash: string }[]>`
    SELECT id, payload_hash FROM proposed_actions WHERE tenant_id = ${tenantId}`;
  expect(await runOf(first!.id)).toBe(own.id);

  await publish("workflow: trusted-by-all\nsteps: [{ id: hi, wait: 5d }]");
  const other = await start("trusted-by-all");
  const { proposal } = await world.propose(proposals.arNote());
  for (const id of [proposal.id, first!.id]) {
    await inTenant(gateway.database, tenantId, (tx) =>
      tx.execute(sql`
        UPDATE steps SET proposed_action_id = ${id}::bigint
        WHERE tenant_id = ${tenantId} AND run_id = ${other.id}`),
    );
    expect(await runOf(id)).toBe(id === first!.id ? own.id : null);
  }

  await amendmentsOf(world).edit(first!, { changes: [{ field: "note", to: "Another" }] }, approver);
  const [edited] = await owner<{ id: number }[]>`
    SELECT id FROM proposed_actions WHERE supersedes_id = ${first!.id}`;
  expect(await runOf(edited!.id)).toBe(own.id);
});
