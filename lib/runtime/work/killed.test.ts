import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { testCredentials } from "@/netsuite/testing/open-account";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { systemClock } from "@/lib/clock";
import { createSender } from "@/lib/outbound";
import type { DyingOptions } from "@/lib/runtime/testing/dying/dying-worker";
import { DYING_POINTS } from "@/lib/runtime/testing/dying/points";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";

/**
 * A worker is killed (SIGKILL) at each point of its way, and another takes over: no effect twice, none lost, every run ends.
 * `npm run torture:workers` does it more often.
 */
const rounds = Number(process.env.KILL_ROUNDS ?? 1);
const program = fileURLToPath(new URL("../testing/dying/dying-worker.ts", import.meta.url));

const runs = await useRuns();
const { world, owner, gateway, publish, start, workOff, look } = runs;

/** A witness that honours the key: what it did, once a key, and how often it was asked. */
const effects = new Map<string, number>();
let onArrival: () => void = () => {};
const port = await receivePlainly((request, response) => {
  request.resume().on("end", () => {
    const key = request.headers["idempotency-key"] as string;
    effects.set(key, (effects.get(key) ?? 0) + 1);
    onArrival();
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
  - id: note
    tool: netsuite.propose
    with: { action_type: ar_note, entity_type: customer, entity_ref: Coastal Pantry, changes: [{ field: note, to: "\${{ run.id }}" }] }
on_error:
  - { id: after, tool: transform, with: { value: "\${{ error.step }}" } }`);

function startWorker(point: string | null) {
  const options: DyingOptions = {
    databaseUrl: world.db.urls.app,
    simulatorUrl: world.account.simulator.url,
    account: testCredentials.account,
    credentials: testCredentials,
    openAddresses,
    point,
  };
  const child = spawn(process.execPath, ["--import", "tsx", program, JSON.stringify(options)], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += String(chunk)));
  return {
    child,
    ended: once(child, "exit").then(([, signal]) => ({ signal: signal as string | null, said })),
  };
}

/** The lease of the dead runs out, and another worker goes on. */
async function takeOver(): Promise<void> {
  await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE status = 'running'`;
  await rescueSteps(gateway.database, [0], 100);
  await workOff();
}

async function expectOnceAndEnded(runId: number): Promise<void> {
  await takeOver();
  const run = await look(runId);
  expect(stepsOf(run)).toEqual(["call:succeeded", "note:waiting_approval"]);
  expect(run.writes.used).toBe(2);
  const key = `countersign-${world.tenantId}-${runId}:call`;
  // Asked twice at most, and always under one key: a witness that honours it did it once.
  expect(effects.get(key)).toBeGreaterThanOrEqual(1);
  expect(effects.get(key)).toBeLessThanOrEqual(2);
  const proposed = await owner<{ id: number; payload_hash: string }[]>`
    SELECT a.id, a.payload_hash FROM proposed_actions a JOIN agents g ON g.id = a.agent_id
    WHERE a.idempotency_key = ${`${runId}:note`} AND g.name = 'workflow-dies'`;
  expect(proposed).toHaveLength(1);
  await world.decide(world.approver, proposed[0]!, { decision: "reject", comment: "Enough" });
  await workOff();
  const ended = await look(runId);
  expect(ended.status).toBe("failed_terminal");
  expect(stepsOf(ended)).toEqual(["call:succeeded", "note:failed_terminal", "after:succeeded"]);
}

test.each(Object.keys(DYING_POINTS))(
  "a worker that dies %s: no effect twice, none lost, the run ends",
  async (point) => {
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await start("dies");
      const { signal, said } = await startWorker(point).ended;
      expect({ signal, said }).toEqual({ signal: "SIGKILL", said: "" });
      await expectOnceAndEnded(id);
    }
  },
);

test("a worker that dies while its request is under way: no effect twice, none lost, the run ends", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await start("dies");
    const { child, ended } = startWorker(null);
    onArrival = () => void child.kill("SIGKILL");
    expect((await ended).signal).toBe("SIGKILL");
    onArrival = () => {};
    await expectOnceAndEnded(id);
  }
});

test("after all of them the counters say what the rows say", async () => {
  const [counted] = await owner`
    SELECT (SELECT sum(running)::int FROM run_lanes) AS tenants, (SELECT sum(running)::int FROM workflow_lanes) AS workflows,
      (SELECT count(*)::int FROM steps WHERE status = 'running') AS running`;
  expect(counted).toEqual({ tenants: 0, workflows: 0, running: 0 });
});
