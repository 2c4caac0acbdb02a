import type { ServerResponse } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { systemClock } from "@/lib/clock";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { stepsOf, useRuns } from "@/lib/runtime/testing/use-runs";

const runs = await useRuns();
const { gateway, owner, publish, start, workOff, look } = runs;

let answer: (response: ServerResponse) => void;
const port = await receivePlainly((_, response) => answer(response));
afterAll(closeReceivers);
const chance = 0.5;
Object.assign(gateway, {
  random: () => chance,
  sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
});
beforeEach(() => {
  answer = (response) => void response.writeHead(503).end();
});

const calling = (name: string, more: string) => `workflow: ${name}
steps:
  - { id: call, tool: http.request, retry: { attempts: 6 }, with: { method: GET, url: "http://127.0.0.1:${port}/" } }
${more}`;
const now = async () => (await owner<{ at: Date }[]>`SELECT clock_timestamp() AS at`)[0]!.at.getTime();

/** Tries once, and expects the next try so much later; then lets that time come. */
async function tryOnce(runId: number, expectedMs: number): Promise<void> {
  const before = await now();
  // The first turn finds it due, the second does it.
  await workOff();
  await workOff();
  const after = await now();
  const [step] = (await look(runId)).steps;
  expect(step!.status).toBe("failed_retryable");
  const begunAt = Date.parse(step!.next_eligible_at!) - expectedMs;
  expect(begunAt).toBeGreaterThanOrEqual(before - 1);
  expect(begunAt).toBeLessThanOrEqual(after + 1);
  await runs.letTimeCome(runId);
}

test("a step that fails waits 5 s, 30 s, 2 min and then 10 min each time, lengthened by chance, until its attempts are over", async () => {
  await publish(calling("patient", "limits: { writes: 1 }"));
  const { id } = await start("patient");
  for (const seconds of [5, 30, 120, 600, 600]) await tryOnce(id, seconds * 1_000 * (1 + 0.2 * chance));
  await workOff();
  await workOff();
  expect((await look(id)).steps[0]).toMatchObject({ status: "failed_terminal", attempt: 6 });
});

test("a step whose next try would come after the run's deadline fails at once, and on_error follows", async () => {
  await publish(
    calling(
      "hurried",
      `limits: { writes: 1, deadline: 5m }
on_error: [{ id: note, tool: transform, with: { value: "\${{ error.message }}" } }]`,
    ),
  );
  const { id } = await start("hurried");
  for (const seconds of [5, 30, 120]) await tryOnce(id, seconds * 1_000 * (1 + 0.2 * chance));
  await workOff();
  await workOff();
  const run = await look(id);
  expect(run).toMatchObject({
    status: "failed_terminal",
    error: { step: "call", message: "It answered 503." },
  });
  expect(stepsOf(run)).toEqual(["call:failed_terminal", "note:succeeded"]);
  expect(run.steps[0]!.attempt).toBe(4);
});

test("an attempt ends with the step's own time, and is one of its attempts", async () => {
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  answer = (response) => void response.on("close", close);
  await publish(
    calling("timed", "limits: { writes: 1 }").replace(
      "retry: { attempts: 6 }",
      "timeout: 1s, retry: { attempts: 1 }",
    ),
  );
  const { id } = await start("timed");
  await workOff();
  await closed;
  expect((await look(id)).steps[0]).toMatchObject({
    status: "failed_terminal",
    attempt: 1,
    last_error: { code: "timeout", message: "It took longer than 1 s." },
  });
});
