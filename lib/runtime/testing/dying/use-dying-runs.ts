import type { Commit } from "@countersign/netsuite-simulator";
import { afterAll, expect } from "vitest";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { systemClock } from "@/lib/clock";
import { approve, workThrough } from "@/lib/gateway/testing/deliver";
import type { WorldOptions } from "@/lib/gateway/testing/world";
import { createSender } from "@/lib/outbound";
import { closeReceivers } from "@/lib/outbound/testing/receiver";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { startRequestWitness } from "@/lib/runtime/testing/request-witness";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";

interface Proposed {
  id: number;
  payload_hash: string;
}

/**
 * Runs whose workers, or whose database, are killed on their way: each asks a witness over HTTP, proposes a write, beside which two
 * further steps go to the database together, and tells the witness once it is written. The witness of the write is NetSuite's own
 * ledger.
 */
export async function useDyingRuns(options?: WorldOptions) {
  const runs = await useRuns(options);
  const { world, owner, gateway, publish, workOff, look } = runs;
  const witness = await startRequestWitness();
  afterAll(closeReceivers);
  const openAddresses = [{ host: "127.0.0.1", port: witness.port }];
  Object.assign(gateway, { sender: createSender({ ownUrls: [], openAddresses, clock: systemClock }) });

  const request = (id: string, needs: string) =>
    `  - { id: ${id}, needs: [${needs}], tool: http.request, with: { method: POST, url: "http://127.0.0.1:${witness.port}/${id}/\${{ run.id }}", honours_key: true } }`;
  await publish(`workflow: dies
limits: { writes: 3 }
steps:
${request("call", "")}
  - { id: left, needs: [call], tool: transform, with: { value: 1 } }
  - { id: right, needs: [call], tool: transform, with: { value: 2 } }
${noteStep({ to: "Run ${{ run.id }}.", more: "    needs: [call]" })}
${request("tell", "note")}
on_error:
  - { id: after, tool: transform, with: { value: "\${{ error.step }}" } }`);

  const before = ["call:succeeded", "left:succeeded", "right:succeeded"];

  /** The leases of the dead run out, waits for a next try are over, and another worker goes on. */
  async function takeOver(runId: number): Promise<void> {
    await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE status = 'running'`;
    await rescueSteps(gateway.database, [0], 100);
    await runs.letTimeCome(runId);
    await workOff();
  }

  /** Another worker takes the run over, people decide, and both witnesses are asked. */
  async function expectOnceAndEnded(
    runId: number,
    decision: "approve" | "reject" = "approve",
  ): Promise<void> {
    await takeOver(runId);
    if (decision === "approve") {
      await write(runId);
      return expectWritten(runId);
    }
    await expectProposed(runId).then((proposed) =>
      world.decide(world.approver, proposed, { decision: "reject", comment: "Enough" }),
    );
    await takeOver(runId);
    const ended = await look(runId);
    expect(ended.status).toBe("failed_terminal");
    expect(stepsOf(ended)).toEqual([...before, "note:failed_terminal", "tell:cancelled", "after:succeeded"]);
    expect(await notesOf(runId)).toBe(0);
    expect(witness.keysOf(`/tell/${runId}`)).toEqual([]);
  }

  /** Its proposal is approved and written; its step has not heard of it. */
  async function write(runId: number): Promise<void> {
    const proposed = await expectProposed(runId);
    await approve(world, proposed);
    await workThrough(world, proposed.id);
  }

  async function expectProposed(runId: number): Promise<Proposed> {
    const run = await look(runId);
    expect(stepsOf(run)).toEqual([...before, "note:waiting_approval", "tell:ready"]);
    expect(run.writes.used).toBe(2);
    await expectOneEffect(runId, "call");
    const proposed = await owner<Proposed[]>`
      SELECT a.id, a.payload_hash FROM proposed_actions a JOIN agents g ON g.id = a.agent_id
      WHERE a.idempotency_key = ${`${runId}:note`} AND g.name = 'workflow-dies'`;
    expect(proposed).toHaveLength(1);
    return proposed[0]!;
  }

  async function expectWritten(runId: number): Promise<void> {
    await takeOver(runId);
    const ended = await look(runId);
    expect(ended.status).toBe("succeeded");
    expect(stepsOf(ended)).toEqual([...before, "note:succeeded", "tell:succeeded"]);
    expect(ended.writes.used).toBe(3);
    expect(await notesOf(runId)).toBe(1);
    for (const step of ["call", "tell"]) await expectOneEffect(runId, step);
  }

  /** Asked at least once, at most twice, and always under one key, so that a server that honours it did it once. */
  async function expectOneEffect(runId: number, step: string): Promise<void> {
    const [row] = await owner<{ began: string }[]>`
      SELECT (extract(epoch FROM created_at) * 1000000)::bigint::text AS began FROM runs WHERE id = ${runId}`;
    const path = `/${step}/${runId}`;
    expect(witness.keysOf(path)).toEqual([`countersign-${world.tenantId}-${row!.began}-${runId}:${step}`]);
    expect(witness.requests.filter((asked) => asked.path === path).length).toBeLessThanOrEqual(2);
  }

  /** How many notes of the run the account's own ledger holds, under whatever key. */
  async function notesOf(runId: number): Promise<number> {
    const { commits } = await world.account.control("GET", "ledger");
    return (commits as Commit[]).filter(({ changes }) => changes.some(({ to }) => to === `Run ${runId}.`))
      .length;
  }

  async function expectCountersHold(): Promise<void> {
    const [counted] = await owner`
      SELECT (SELECT sum(running)::int FROM run_lanes) AS tenants,
        (SELECT sum(running)::int FROM workflow_lanes) AS workflows,
        (SELECT count(*)::int FROM steps WHERE status = 'running') AS running`;
    expect(counted).toEqual({ tenants: 0, workflows: 0, running: 0 });
  }

  return {
    ...runs,
    openAddresses,
    takeOver,
    write,
    expectWritten,
    expectOnceAndEnded,
    expectCountersHold,
    whenAsked: witness.whenAsked,
  };
}
