import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { inTenant } from "@/db/client";
import { completeReceipt } from "@/db/queries/workflows/receipts";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { leaseSteps } from "@/db/queries/workflows/turns";
import { systemClock } from "@/lib/clock";
import { verifyBundle } from "@/lib/core/ledger/bundle/verify-bundle";
import { readEvidenceFile } from "@/lib/gateway/evidence/read-evidence";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { log } from "@/lib/log";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { loadStep } from "@/lib/runtime/work/load-step";
import { runStep } from "@/lib/runtime/work/run-step";
import { httpInputSchema } from "./http-input";
import { sendInRun } from "./send-in-run";

/** No attack: an answer that comes late must change nothing that the ledger holds. */

const runs = await useRuns();
const { owner, gateway, admin, approver, tenantId, publish, start, workOff, look } = runs;
let arrivals = 0;
let answer: (end: () => void) => void;
const port = await receivePlainly((request, response) => {
  request.resume().on("end", () => {
    arrivals += 1;
    answer(() => void response.writeHead(200).end("{}"));
  });
});
afterAll(closeReceivers);
Object.assign(gateway, {
  sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
});
beforeEach(() => {
  arrivals = 0;
  answer = (end) => end();
});
const late = vi.spyOn(log, "warn");
/** How often an answer came after its run had ended. */
const warned = () => late.mock.calls.filter(([, text]) => text?.startsWith("An answer came after")).length;

const calling = (name: string, method: string) => `workflow: ${name}
limits: { writes: 5 }
steps: [{ id: call, tool: http.request, with: { method: ${method}, url: "http://127.0.0.1:${port}/" } }]`;
const leaseFirst = async () =>
  (await leaseSteps(gateway.database, { owner: "first", count: 1, seconds: 30 }))[0]!;
async function loseLease(runId: number): Promise<void> {
  await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE run_id = ${runId} AND status = 'running'`;
  await rescueSteps(gateway.database, [0], 10);
}
async function faultsOf() {
  await sealLedger(gateway);
  return (await verifyLedger(admin, { mode: "full" }, gateway)).faults;
}

test("an answer that comes after the run has ended changes nothing that the ledger and the evidence hold", async () => {
  await publish(calling("late-answer", "POST"));
  const { id } = await start("late-answer");
  const leased = await leaseFirst();
  // Another worker has the step meanwhile. It does not send again: nobody knows whether the first one's request arrived.
  const arrived = new Promise<() => void>((resolve) => (answer = resolve));
  const running = runStep(leased, { owner: "first", gateway });
  const end = await arrived;
  await loseLease(id);
  await workOff();
  await sealLedger(gateway);
  await sealEvidence(gateway);
  end();
  expect(await running).toBeNull();
  expect((await look(id)).steps[0]!.last_error?.code).toBe("unknown_fate");
  const { text } = await readEvidenceFile(approver, { kind: "run", id }, gateway);
  const { bundle } = verifyBundle(Buffer.from(text), gateway.ledgerKeys.known);
  const [receipt] = await owner`SELECT status FROM step_receipts WHERE run_id = ${id}`;
  expect(bundle!.receipts.steps).toMatchObject([{ status: receipt!.status }]);
  expect(arrivals).toBe(1);
  expect(await faultsOf()).toEqual([]);
});

test("a request whose step ran out of its own time leaves a ledger that is whole", async () => {
  let arrive = () => {};
  let goOn = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const ended = new Promise<void>((resolve) => (goOn = resolve));
  answer = (end) => {
    arrive();
    void ended.then(end);
  };
  await publish(
    calling("times-out", "POST").replace("id: call,", "id: call, timeout: 1s, retry: { attempts: 1 },"),
  );
  const { id } = await start("times-out");
  const before = warned();
  await workOff();
  await arrived;
  expect((await look(id)).steps[0]!.last_error?.code).toBe("timeout");
  goOn();
  // The end of the request comes before that of its run, and is written down, or after it, and is not.
  const writtenDown = async () =>
    (await owner`SELECT FROM step_receipts WHERE run_id = ${id} AND status = 'unknown'`).length;
  await expect.poll(async () => warned() - before + (await writtenDown())).toBe(1);
  expect(await faultsOf()).toEqual([]);
});

test.each(["GET", "POST"])(
  "a worker that stood still until its run had ended sends no %s, and writes no receipt",
  async (method) => {
    const name = `stood-still-${method.toLowerCase()}`;
    await publish(calling(name, method));
    const { id } = await start(name);
    const leased = await leaseFirst();
    const loaded = (await loadStep(leased, gateway))!;
    await loseLease(id);
    await workOff();
    expect((await look(id)).status).toBe("succeeded");
    const input = httpInputSchema.parse(loaded.definition.with);
    const lease = { id: leased.id, owner: "first", attempt: leased.attempt, seconds: 30 };
    const signal = new AbortController().signal;
    const call = { ...loaded, gateway, tenantId, lease, input: input as never, shown: () => null, signal };
    // Its own receipt is there: as if the other worker had ended the run without it.
    const elsewhere = {
      ...call,
      step: { ...loaded.step, idempotencyKey: `${loaded.step.idempotencyKey}:x` },
    };
    expect(await sendInRun(elsewhere, input)).toMatchObject({ error: { code: "run_is_over" } });
    expect(arrivals).toBe(1);
    expect(await faultsOf()).toEqual([]);
  },
);

test.each(["not_sent", "unknown", "succeeded", "failed"] as const)(
  "a receipt that a later attempt completed takes no other end as %s, a hundred times",
  async (status) => {
    const name = `late-receipt-${status.replace("_", "-")}`;
    await publish(calling(name, "GET"));
    const { id } = await start(name);
    await leaseFirst();
    await loseLease(id);
    await workOff();
    const receipt = () =>
      owner<{ idempotency_key: string }[]>`SELECT * FROM step_receipts WHERE run_id = ${id}`;
    const before = await receipt();
    expect(before).toMatchObject([{ status: "succeeded", attempt: 2 }]);
    const end = {
      idempotencyKey: before[0]!.idempotency_key,
      status,
      response: {},
      result: "late",
      seal: "late",
    };
    const changed = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        inTenant(gateway.database, tenantId, (tx) =>
          completeReceipt(tx, tenantId, { ...end, attempt: 1 + (n % 2) }),
        ),
      ),
    );
    expect(changed).toEqual(Array.from({ length: 100 }, () => 0));
    expect(await receipt()).toEqual(before);
  },
);
