import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { proposals } from "@/lib/gateway/testing/proposals";
import { leaseSteps, settleStep } from "@/db/queries/workflows/turns";
import { proposeInRun } from "@/lib/runtime/proposals/propose-in-run";
import { proposeInputSchema } from "@/lib/runtime/proposals/propose-input";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { cancelRun } from "@/lib/runtime/runs/steer-run";
import type { Json } from "@/lib/runtime/values/evaluate";
import { loadStep } from "./load-step";
import { tidyRunsOf } from "./tidy-runs";

const runs = await useRuns();
const { owner, gateway, world, tenantId, publish, start, workOff, look } = runs;

/** As the database's owner may, past every guard. */
const write = (statement: string, ids: number[]) =>
  runs.superuserOf().begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx.unsafe(statement, [ids]);
  });

test("runs that cannot end keep no other from its end, however many they are", async () => {
  await publish(`workflow: late
steps: [{ id: hi, tool: transform, with: { value: 1 } }]`);
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push((await start("late")).id);
  const other = ids.pop()!;
  const broken = ids;
  await write("UPDATE runs SET deadline_at = created_at WHERE id = ANY ($1)", [...broken, other]);
  // No event may hold so long a text.
  await write("UPDATE runs SET cancel_requested_by = repeat('x', 200000) WHERE id = ANY ($1)", broken);
  await tidyRunsOf(tenantId, gateway, 2);
  for (const id of broken) expect(await look(id)).toMatchObject({ status: "queued" });
  expect(await look(other)).toMatchObject({
    status: "failed_terminal",
    error: { message: "The run's deadline has passed." },
  });
});

test("proposals that cannot be withdrawn hide none of the later ones, however many they are", async () => {
  await publish(`workflow: notes
limits: { writes: 4 }
steps:
${noteStep({ to: "Note ${{ string(item) }}", more: '    for: "${{ [1, 2, 3, 4] }}"\n    max: 4' })}`);
  const { id } = await start("notes");
  await workOff();
  const proposed = await owner<{ id: number }[]>`
    SELECT proposed_action_id AS id FROM steps WHERE run_id = ${id} AND kind = 'item' ORDER BY 1`;
  const ids = proposed.map((row) => row.id);
  const last = ids.pop()!;
  await cancelRun(runs.approver, id, gateway);
  // Their time has run out, which the sweep has yet to write down: nobody withdraws them any more.
  await write(
    "UPDATE proposed_actions SET expires_at = created_at + interval '1 microsecond' WHERE id = ANY ($1)",
    ids,
  );
  await tidyRunsOf(tenantId, gateway, 2);
  const statuses = await owner`
    SELECT status FROM proposed_actions WHERE id = ANY (${[...ids, last]}::bigint[]) ORDER BY id`;
  expect(statuses.map(({ status }) => status as string)).toEqual([
    "pending",
    "pending",
    "pending",
    "cancelled",
  ]);
});

/** A worker proposes in a new run's only step, and has not said so yet. */
async function proposedUnsaid(workflow: string) {
  await publish(`workflow: ${workflow}\nlimits: { writes: 1 }\nsteps:\n${noteStep({ to: "x" })}`);
  const { id: runId } = await start(workflow);
  const [leased] = await leaseSteps(gateway.database, { owner: "slow", count: 1, seconds: 30 });
  const { run, step, now, workflow: text, definition } = (await loadStep(leased!, gateway))!;
  const input = proposeInputSchema.parse(definition.with);
  const lease = { id: leased!.id, owner: "slow", attempt: leased!.attempt, seconds: 30 };
  const { signal } = new AbortController();
  const call = {
    gateway,
    tenantId,
    run,
    step,
    lease,
    now,
    workflow: text,
    definition,
    input: input as Json,
    shown: () => null,
    signal,
  };
  const { actionId } = (await proposeInRun(call, input)) as { actionId: number };
  const statusAfterTidying = async () => {
    await tidyRunsOf(tenantId, gateway);
    const [action] = await owner`SELECT status FROM proposed_actions WHERE id = ${actionId}`;
    return action!.status as string;
  };
  return { runId, lease, statusAfterTidying };
}

test("a proposal is withdrawn whose step had failed before it could say so, as one that is out of time has", async () => {
  const { runId, lease, statusAfterTidying } = await proposedUnsaid("out-of-time");
  expect(await statusAfterTidying()).toBe("pending");
  const error = { code: "timeout", message: "It took too long." };
  await settleStep(gateway.database, tenantId, lease, "failed_terminal", { error });
  expect(await look(runId)).toMatchObject({ status: "failed_terminal" });
  expect(await statusAfterTidying()).toBe("cancelled");
});

test("a proposal is withdrawn whose run was cancelled after its worker had gone without saying so", async () => {
  const { runId, statusAfterTidying } = await proposedUnsaid("gone");
  await cancelRun(runs.approver, runId, gateway);
  await owner`
    UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE run_id = ${runId} AND status = 'running'`;
  await workOff();
  expect(await look(runId)).toMatchObject({ status: "cancelled" });
  expect(await statusAfterTidying()).toBe("cancelled");
});

test("a proposal that no step made is not withdrawn, whichever cancelled step names it", async () => {
  await publish("workflow: long\nsteps: [{ id: hi, wait: 5d }]");
  const run = await start("long");
  const { proposal } = await world.propose(proposals.arNote());
  // With the app's database role.
  await inTenant(gateway.database, tenantId, (tx) =>
    tx.execute(sql`
      INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, kind, tool_name, idempotency_key,
        attempts_max, status, proposed_action_id, ended_at)
      SELECT tenant_id, run_id, workflow_id, 'x', 0, 'single', 'netsuite.propose', 'x', 1, 'cancelled',
        ${proposal.id}::bigint, clock_timestamp()
      FROM steps WHERE tenant_id = ${tenantId} AND run_id = ${run.id}`),
  );
  await tidyRunsOf(tenantId, gateway);
  const [action] = await owner`SELECT status FROM proposed_actions WHERE id = ${proposal.id}`;
  expect(action!.status).toBe("pending");
});
