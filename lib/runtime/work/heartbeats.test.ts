import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { systemClock } from "@/lib/clock";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** A worker says that it lives, by the clock, while its step is quiet. */

const ANSWER_AFTER_MS = 7_000;
/** By path. */
const arrived: string[] = [];
let left: () => void;
const hasLeft = new Promise<void>((resolve) => (left = resolve));
const port = await receivePlainly((request, response) => {
  arrived.push(request.url!);
  if (request.url === "/never") request.socket.once("close", left);
  else
    setTimeout(
      () => response.writeHead(200, { "content-type": "application/json" }).end("{}"),
      ANSWER_AFTER_MS,
    );
});
afterAll(closeReceivers);
const { owner, gateway, publish, start, workOff, look } = await useRuns();
Object.assign(gateway, {
  sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
});

const asking = (path: string) => `workflow: asks-${path}
limits: { writes: 1 }
steps: [{ id: ask, tool: http.request, with: { method: GET, url: "http://127.0.0.1:${port}/${path}" } }]`;
const ask = async (path: string) => {
  await publish(asking(path));
  return start(`asks-${path}`);
};
const rescue = () => rescueSteps(gateway.database, [600], 1_000);

test("a step that is quiet for longer than two of its leases is taken from nobody while its worker lives", async () => {
  const { id } = await ask("slowly");
  let isDone = false;
  const working = workOff({ leaseSeconds: 3 }).finally(() => (isDone = true));
  let rescued = 0;
  while (!isDone) {
    rescued += await rescue();
    await sleep(100);
  }
  await working;
  expect(rescued).toBe(0);
  const [step] = await owner`SELECT status, attempt, failures FROM steps WHERE run_id = ${id}`;
  expect(step).toEqual({ status: "succeeded", attempt: 1, failures: 0 });
  expect(arrived.filter((path) => path === "/slowly")).toHaveLength(1);
});

test("a worker whose lease was taken away breaks off what it does", async () => {
  const { id } = await ask("never");
  const working = workOff({ leaseSeconds: 1 });
  await expect.poll(() => arrived, { timeout: 30_000 }).toContain("/never");
  const steal = async () => {
    await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE run_id = ${id}`;
    return rescue();
  };
  // A beat may come in between.
  await expect.poll(steal, { timeout: 30_000 }).toBe(1);
  await hasLeft;
  await working;
  expect((await look(id)).steps[0]).toMatchObject({ status: "ready", last_error: { code: "lease_lost" } });
});
