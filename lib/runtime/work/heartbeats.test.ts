import { expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "@/lib/clock";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
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
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const { id, spy } = await begin("slow", () => ended.then(() => done({ value: 1 })));
  const working = workOff({ leaseSeconds: 3 });
  let rescued = 0;
  const extended = async () => {
    rescued += await rescue();
    const [step] = await owner`
      SELECT lease_expires_at > started_at + interval '9 s' AS extended FROM steps WHERE run_id = ${id}`;
    return step!.extended as boolean | null;
  };
  await expect.poll(extended, { timeout: 60_000 }).toBe(true);
  end();
  await working;
  expect(rescued).toBe(0);
  expect(spy).toHaveBeenCalledOnce();
  const [step] = await owner`SELECT status, attempt, failures FROM steps WHERE run_id = ${id}`;
  expect(step).toEqual({ status: "succeeded", attempt: 1, failures: 0 });
});

test("a worker whose lease was taken away breaks off what it does", async () => {
  const { id, spy } = await begin(
    "stolen",
    ({ signal }) => new Promise((_, refuse) => signal.addEventListener("abort", () => refuse(signal.reason))),
  );
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

test("a step that sends holds its lease for as long as its worker takes leases, and not for longer", async () => {
  const ofWorker = 7;
  const left = async (id: number) =>
    (
      await owner<{ seconds: number }[]>`
        SELECT extract(epoch FROM lease_expires_at - clock_timestamp())::float8 AS seconds FROM steps WHERE run_id = ${id}`
    )[0]!.seconds;
  let seen: number | null = null;
  let id = 0;
  const port = await receivePlainly((_, response) => {
    void left(id).then((seconds) => {
      seen = seconds;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  onTestFinished(closeReceivers);
  const openAddresses = [{ host: "127.0.0.1", port }];
  Object.assign(gateway, { sender: createSender({ ownUrls: [], openAddresses, clock: systemClock }) });
  await publish(
    `workflow: sends\nlimits: { writes: 1 }\nsteps: [{ id: call, tool: http.request, with: { method: GET, url: "http://127.0.0.1:${port}/" } }]`,
  );
  ({ id } = await start("sends"));
  await workOff({ leaseSeconds: ofWorker });
  expect((await look(id)).status).toBe("succeeded");
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThanOrEqual(ofWorker);
});
