import type { ServerResponse } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { systemClock } from "@/lib/clock";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { rerun } from "@/lib/runtime/runs/rerun";
import { useRuns } from "@/lib/runtime/testing/use-runs";

/** Requests of re-runs whose body is another than that of the run before: it names the run. */

const runs = await useRuns();
const { gateway, look, workOff } = runs;

let keys: string[] = [];
let answer: (response: ServerResponse) => void;
const port = await receivePlainly((request, response) => {
  keys.push(request.headers["idempotency-key"] as string);
  request.resume();
  request.on("end", () => answer(response));
});
afterAll(closeReceivers);
Object.assign(gateway, {
  sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
});
const say = (status: number) => (response: ServerResponse) =>
  void response.writeHead(status, { "content-type": "application/json" }).end("{}");
const vanish = (response: ServerResponse) => void response.destroy();
beforeEach(() => (keys = []));

const calling = (name: string, parts = "") => `workflow: ${name}
limits: { writes: 5 }
steps:
  - id: call
    retry: { attempts: 1 }
    tool: http.request
    with: { method: POST, url: "http://127.0.0.1:${port}/", body: { run: "\${{ run.id }}" } ${parts} }`;
async function again(id: number) {
  const { run } = await rerun(runs.approver, id, gateway);
  await workOff();
  return look(run.id);
}

test.each(["POST", "PUT", "DELETE"])(
  "a %s that may have arrived is not followed by another one: a person looks, and starts a new run",
  async (method) => {
    answer = vanish;
    const first = await runs.follow(calling(`vanished-${method.toLowerCase()}`).replace("POST", method));
    expect(first.status).toBe("failed_terminal");
    answer = say(200);
    const second = await again(first.id);
    expect(second.steps[0]!.last_error?.code).toBe("differs_from_before");
    expect(second.writes.used).toBe(0);
    // Nor by one more try: what was sent first may still have arrived.
    expect((await again(second.id)).steps[0]!.last_error?.code).toBe("differs_from_before");
    expect(keys).toHaveLength(1);
  },
);

test("a request that surely did not arrive, or that its address refused, is followed by another one under a key of its own", async () => {
  for (const status of [429, 400]) {
    keys = [];
    answer = say(status);
    const first = await runs.follow(calling(`over-${status}`));
    expect(first.status).toBe("failed_terminal");
    answer = vanish;
    const second = await again(first.id);
    expect(second.steps[0]!.last_error?.code).toBe("unknown_fate");
    expect(new Set(keys).size).toBe(2);
    // The second one may have arrived.
    answer = say(200);
    expect((await again(second.id)).steps[0]!.last_error?.code).toBe("differs_from_before");
    expect(keys).toHaveLength(2);
  }
});

test("a question that changes nothing is put again, whatever became of the one before", async () => {
  answer = vanish;
  const first = await runs.follow(
    calling("asks")
      .replace("POST", "GET")
      .replace(/body.*/, "headers: { x-run: a } }")
      .replace(`:${port}/`, `:${port}/\${{ run.id }}`),
  );
  answer = say(200);
  expect((await again(first.id)).status).toBe("succeeded");
  expect(new Set(keys).size).toBe(2);
});
