import type { Commit } from "@countersign/netsuite-simulator";
import { afterAll, expect } from "vitest";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { systemClock } from "@/lib/clock";
import { approve, workThrough } from "@/lib/gateway/testing/deliver";
import type { WorldOptions } from "@/lib/gateway/testing/world";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { noteStep } from "@/lib/runtime/testing/note-step";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";

interface Proposed {
  id: number;
  payload_hash: string;
}

/**
 * Runs whose workers, or whose database, are killed on their way: each asks a witness over HTTP and proposes a write, beside which two
 * further steps go to the database together. The witness counts by key what it was asked. Every second run's write is approved
 * and delivered, of which NetSuite's own ledger is the witness; the others' are rejected.
 */
export async function useDyingRuns(options?: WorldOptions) {
  const runs = await useRuns(options);
  const { world, owner, gateway, publish, workOff, look } = runs;
  const asked = new Map<string, number>();
  const arrival = { tell: (): void => {} };
  const port = await receivePlainly((request, response) => {
    request.resume().on("end", () => {
      const key = request.headers["idempotency-key"] as string;
      asked.set(key, (asked.get(key) ?? 0) + 1);
      arrival.tell();
      response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
    });
  });
  afterAll(closeReceivers);
  const openAddresses = [{ host: "127.0.0.1", port }];
  Object.assign(gateway, { sender: createSender({ ownUrls: [], openAddresses, clock: systemClock }) });

  await publish(`workflow: dies
limits: { writes: 2 }
steps:
  - { id: call, tool: http.request, with: { method: POST, url: "http://127.0.0.1:${port}/x", honours_key: true } }
  - { id: left, needs: [call], tool: transform, with: { value: 1 } }
  - { id: right, needs: [call], tool: transform, with: { value: 2 } }
${noteStep({ to: "Run ${{ run.id }}.", more: "    needs: [call]" })}
on_error:
  - { id: after, tool: transform, with: { value: "\${{ error.step }}" } }`);

  const aside = ["left:succeeded", "right:succeeded"];

  /** The leases of the dead run out, waits for a next try are over, and another worker goes on. */
  async function takeOver(runId: number): Promise<void> {
    await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE status = 'running'`;
    await rescueSteps(gateway.database, [0], 100);
    await runs.letTimeCome(runId);
    await workOff();
  }

  async function expectOnceAndEnded(runId: number): Promise<void> {
    await takeOver(runId);
    const run = await look(runId);
    expect(stepsOf(run)).toEqual(["call:succeeded", ...aside, "note:waiting_approval"]);
    expect(run.writes.used).toBe(2);
    const [row] = await owner<{ began: string }[]>`
      SELECT (extract(epoch FROM created_at) * 1000000)::bigint::text AS began FROM runs WHERE id = ${runId}`;
    const key = `countersign-${world.tenantId}-${row!.began}-${runId}:call`;
    // Always asked under one key: a witness that honours it did it once.
    expect(asked.get(key)).toBeGreaterThanOrEqual(1);
    expect(asked.get(key)).toBeLessThanOrEqual(2);
    const proposed = await owner<Proposed[]>`
      SELECT a.id, a.payload_hash FROM proposed_actions a JOIN agents g ON g.id = a.agent_id
      WHERE a.idempotency_key = ${`${runId}:note`} AND g.name = 'workflow-dies'`;
    expect(proposed).toHaveLength(1);
    await (runId % 2 === 0 ? expectWritten : expectRejected)(runId, proposed[0]!);
  }

  async function expectRejected(runId: number, proposed: Proposed): Promise<void> {
    await world.decide(world.approver, proposed, { decision: "reject", comment: "Enough" });
    await workOff();
    const ended = await look(runId);
    expect(ended.status).toBe("failed_terminal");
    expect(stepsOf(ended)).toEqual(["call:succeeded", ...aside, "note:failed_terminal", "after:succeeded"]);
    expect(await notesOf(runId)).toBe(0);
  }

  async function expectWritten(runId: number, proposed: Proposed): Promise<void> {
    await approve(world, proposed);
    await workThrough(world, proposed.id);
    await workOff();
    const ended = await look(runId);
    expect(ended.status).toBe("succeeded");
    expect(stepsOf(ended)).toEqual(["call:succeeded", ...aside, "note:succeeded"]);
    expect(await notesOf(runId)).toBe(1);
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
    expectOnceAndEnded,
    expectCountersHold,
    whenAsked: (tell: () => void) => Object.assign(arrival, { tell }),
  };
}
