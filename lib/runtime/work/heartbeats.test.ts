import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { toolOf } from "@/lib/runtime/tools/registry";
import { type WorkflowTool, done } from "@/lib/runtime/tools/tool";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** A worker says that it lives, by the clock, while its step is quiet. Tools that send extend the lease themselves; this one does not. */

const { owner, gateway, publish, start, workOff, look } = await useRuns();

/** Begins a run whose one step does this. */
async function begin(name: string, quietly: WorkflowTool["run"]) {
  const spy = vi.spyOn(toolOf("transform")!, "run").mockImplementation(quietly);
  onTestFinished(() => spy.mockRestore());
  await publish(`workflow: ${name}\nsteps: [{ id: quiet, tool: transform, with: { value: 1 } }]`);
  const { id } = await start(name);
  return { id, spy };
}
const rescue = () => rescueSteps(gateway.database, [600], 1_000);

test("a step that is quiet for longer than two of its leases is taken from nobody while its worker lives", async () => {
  const { id, spy } = await begin("slow", async () => {
    await sleep(7_000);
    return done({ value: 1 });
  });
  const working = workOff({ leaseSeconds: 3 }).then(() => "done" as const);
  let rescued = 0;
  do rescued += await rescue();
  while ((await Promise.race([working, sleep(100)])) !== "done");
  expect(rescued).toBe(0);
  expect(spy).toHaveBeenCalledOnce();
  const [step] = await owner`SELECT status, attempt, failures FROM steps WHERE run_id = ${id}`;
  expect(step).toEqual({ status: "succeeded", attempt: 1, failures: 0 });
});

test("a worker whose lease was taken away breaks off what it does", async () => {
  const { id, spy } = await begin("stolen", async ({ signal }) => {
    await sleep(20_000, undefined, { signal });
    return done({ value: 1 });
  });
  const working = workOff({ leaseSeconds: 1 });
  await expect.poll(() => spy.mock.calls.length, { timeout: 30_000 }).toBe(1);
  const steal = async () => {
    await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE run_id = ${id}`;
    return rescue();
  };
  // A beat may come in between.
  await expect.poll(steal, { timeout: 30_000 }).toBe(1);
  await expect.poll(() => spy.mock.calls[0]![0].signal.aborted, { timeout: 10_000 }).toBe(true);
  await working;
  expect((await look(id)).steps[0]).toMatchObject({ status: "ready", last_error: { code: "lease_lost" } });
});
