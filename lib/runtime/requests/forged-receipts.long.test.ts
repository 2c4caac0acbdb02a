import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { rescueSteps } from "@/db/queries/workflows/steps";
import { leaseSteps } from "@/db/queries/workflows/turns";
import { systemClock } from "@/lib/clock";
import { readEvidenceState } from "@/lib/gateway/evidence/read-evidence";
import { sealEvidence } from "@/lib/gateway/evidence/seal-evidence";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { sealRequestsFromBefore } from "@/lib/gateway/reseal/seal-requests-from-before";
import { createSender } from "@/lib/outbound";
import { closeReceivers, receivePlainly } from "@/lib/outbound/testing/receiver";
import { cancelRun } from "@/lib/runtime/runs/steer-run";
import { rerun } from "@/lib/runtime/runs/rerun";
import { useRuns } from "@/lib/runtime/testing/use-runs";
import { runStep } from "@/lib/runtime/work/run-step";

/** Receipts that somebody with the app's database role forges. */

const runs = await useRuns();
const { owner, gateway, tenantId, publish, start, workOff, look, outputOf } = runs;

let arrivals = 0;
let keys: unknown[] = [];
let status = 200;
const port = await receivePlainly((request, response) => {
  arrivals += 1;
  keys.push(request.headers["idempotency-key"]);
  request.resume();
  request.on("end", () =>
    response.writeHead(status, { "content-type": "application/json" }).end('{"ok":true}'),
  );
});
afterAll(closeReceivers);
Object.assign(gateway, {
  sender: createSender({ ownUrls: [], openAddresses: [{ host: "127.0.0.1", port }], clock: systemClock }),
});
beforeEach(() => {
  arrivals = 0;
  keys = [];
  status = 200;
});

const asRole = (statement: SQL) => inTenant(gateway.database, tenantId, (tx) => tx.execute(statement));
async function begun(name: string, method = "POST"): Promise<number> {
  await publish(`workflow: ${name}
limits: { writes: 5 }
steps:
  - { id: call, tool: http.request, with: { method: ${method}, url: "http://127.0.0.1:${port}/prices" } }`);
  return (await start(name)).id;
}
async function faultsOf(id: number): Promise<string[]> {
  await sealLedger(gateway);
  const { faults } = await verifyLedger(runs.admin, { mode: "full" }, gateway);
  return faults
    .filter((fault) => fault.entity_type === "run" && fault.entity_id === id)
    .map(({ kind }) => kind);
}
async function evidenceOf(id: number): Promise<string> {
  await sealEvidence(gateway);
  return (await readEvidenceState(runs.approver, { kind: "run", id }, gateway)).state;
}
const lastError = async (id: number) => (await look(id)).steps[0]!.last_error?.code;

test.each([
  ["succeeded", "POST"],
  ["succeeded", "GET"],
  ["failed", "POST"],
  ["not_sent", "POST"],
])("a receipt of a step ahead that says %s is no result: its %s does not go out", async (said, method) => {
  const id = await begun(`ahead-${said.replace("_", "-")}-${method.toLowerCase()}`, method);
  await asRole(sql`
      INSERT INTO step_receipts (tenant_id, run_id, step_id, idempotency_key, tool_name, status, request_metadata)
      SELECT tenant_id, run_id, id, idempotency_key, tool_name, 'started', '{}' FROM steps
      WHERE tenant_id = ${tenantId} AND run_id = ${id}`);
  await asRole(sql`
      UPDATE step_receipts SET status = ${said}, completed_at = clock_timestamp(), seal = 'x',
        result_json = '{"status": 200, "body": {"price": "900"}}'
      WHERE tenant_id = ${tenantId} AND run_id = ${id}`);
  await workOff();
  expect(await lastError(id)).toBe("unproven");
  expect(await outputOf(id, "call")).toBeNull();
  expect(arrivals).toBe(0);
});

test("a receipt that somebody began beforehand says of no request where it went: the step stops, and its run gets no evidence", async () => {
  const honest = await begun("honest", "GET");
  await workOff();
  const id = await begun("begun-beforehand", "GET");
  await asRole(sql`
    INSERT INTO step_receipts (tenant_id, run_id, step_id, idempotency_key, tool_name, status, request_metadata)
    SELECT tenant_id, run_id, id, idempotency_key, tool_name, 'started',
      '{"method": "DELETE", "url": "https://other.example/", "policy": {"effect": "permit"}}' FROM steps
    WHERE tenant_id = ${tenantId} AND run_id = ${id}`);
  await workOff();
  expect(await lastError(id)).toBe("unproven");
  expect(arrivals).toBe(1);
  expect(await faultsOf(id)).toEqual(["receipt_unsealed"]);
  expect(await evidenceOf(id)).toBe("refused");
  expect(await faultsOf(honest)).toEqual([]);
  expect(await evidenceOf(honest)).toBe("sealed");
});

test("a receipt whose request or answer somebody rewrote while the step waited is not sent again, and its run gets no evidence", async () => {
  for (const [name, change] of [
    ["asked", sql`request_metadata = request_metadata || '{"url": "https://other.example/"}'`],
    ["attempt", sql`attempt = attempt + 1`],
  ] as const) {
    status = 500;
    const id = await begun(`rewritten-${name}`, "PUT");
    await workOff();
    await asRole(
      sql`UPDATE step_receipts SET ${change} WHERE tenant_id = ${tenantId} AND run_id = ${id} AND status = 'unknown'`,
    );
    status = 200;
    await runs.letTimeCome(id);
    await workOff();
    await runs.letTimeCome(id);
    await workOff();
    expect(await lastError(id)).toBe("unproven");
    expect(await faultsOf(id)).toEqual(["receipt_unsealed"]);
    expect(await evidenceOf(id)).toBe("refused");
  }
});

test("an answer that somebody wrote into a receipt while its run was under way gets no evidence", async () => {
  status = 500;
  const id = await begun("answered-by-somebody", "PUT");
  await workOff();
  await asRole(sql`
    UPDATE step_receipts SET response_metadata = '{"kind": "answered", "status": 200}'
    WHERE tenant_id = ${tenantId} AND run_id = ${id} AND status = 'unknown'`);
  await cancelRun(runs.approver, id, gateway);
  expect(await faultsOf(id)).toEqual(["receipt_unsealed"]);
  expect(await evidenceOf(id)).toBe("refused");
});

test("receipts from before their requests were sealed are sealed by the migration that brings it, and by no later one", async () => {
  status = 500;
  const id = await begun("from-before", "PUT");
  await workOff();
  const forget = () =>
    runs.superuserOf().begin(async (tx) => {
      await tx`SET LOCAL session_replication_role = replica`;
      await tx`UPDATE step_receipts SET request_seal = NULL WHERE run_id = ${id}`;
    });
  await forget();
  await owner.begin((tx) => sealRequestsFromBefore(tx, ["0068_sealed_requests.sql"]));
  status = 200;
  await runs.letTimeCome(id);
  await workOff();
  await runs.letTimeCome(id);
  await workOff();
  expect((await look(id)).status).toBe("succeeded");
  expect(await faultsOf(id)).toEqual([]);
  await forget();
  await owner.begin((tx) => sealRequestsFromBefore(tx, ["0069_later.sql"]));
  expect(await faultsOf(id)).toEqual(["receipt_unsealed"]);
});

test("a request that went out is not sent again where they write that it was not, under the seal of an earlier end", async () => {
  const id = await begun("again");
  // Turned away unread: it may be sent again.
  status = 429;
  await workOff();
  const [former] = await owner<{ status: string; seal: string }[]>`
    SELECT status, seal FROM step_receipts WHERE run_id = ${id}`;
  expect(former!.status).toBe("not_sent");
  status = 200;
  await runs.letTimeCome(id);
  const lease = () => leaseSteps(gateway.database, { owner: "dies", count: 1, seconds: 30 });
  // The first call makes it ready again.
  const [leased] = [...(await lease()), ...(await lease())];
  // It goes away when the request has arrived, and before its receipt is complete.
  let arrive = () => {};
  let goOn = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const gone = new Promise<void>((resolve) => (goOn = resolve));
  const send: typeof gateway.sender.send = async (request) => {
    const result = await gateway.sender.send(request);
    arrive();
    await gone;
    return result;
  };
  const dying = runStep(leased!, {
    owner: "dies",
    gateway: { ...gateway, sender: { ...gateway.sender, send } },
  });
  await arrived;
  await owner`UPDATE steps SET lease_expires_at = clock_timestamp() - interval '1 ms' WHERE run_id = ${id}`;
  await rescueSteps(gateway.database, [0], 10);
  await asRole(sql`
    UPDATE step_receipts SET status = 'not_sent', seal = ${former!.seal} WHERE tenant_id = ${tenantId} AND run_id = ${id}`);
  await workOff();
  expect(await lastError(id)).toBe("unknown_fate");
  goOn();
  expect(await dying).toBeNull();
  expect(arrivals).toBe(2);
});

test("a request that may have arrived is repeated by a re-run under its own key, whatever somebody writes into its receipt", async () => {
  status = 500;
  const id = await begun("may-have-arrived", "PUT");
  await workOff();
  // While it waits to be tried again.
  await asRole(sql`
    UPDATE step_receipts SET status = 'failed', completed_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND run_id = ${id}`);
  await runs.letTimeCome(id);
  await workOff();
  await runs.letTimeCome(id);
  await workOff();
  expect(await lastError(id)).toBe("unknown_fate");
  status = 200;
  const { run } = await rerun(runs.approver, id, gateway);
  await workOff();
  expect((await look(run.id)).status).toBe("succeeded");
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test("the attempt of a receipt never goes back", async () => {
  const id = await begun("back");
  await asRole(sql`
    INSERT INTO step_receipts (tenant_id, run_id, step_id, idempotency_key, tool_name, status, request_metadata, attempt)
    SELECT tenant_id, run_id, id, idempotency_key, tool_name, 'started', '{}', 3 FROM steps
    WHERE tenant_id = ${tenantId} AND run_id = ${id}`);
  await expect(
    asRole(sql`UPDATE step_receipts SET attempt = 1 WHERE tenant_id = ${tenantId} AND run_id = ${id}`),
  ).rejects.toThrow();
});

test("a request does not go out under a receipt that somebody wrote in another run's name", async () => {
  await publish("workflow: other\nsteps: [{ id: a, wait: 5d }]");
  const other = await start("other");
  await workOff();
  const id = await begun("foreign", "PUT");
  await asRole(sql`
    INSERT INTO step_receipts (tenant_id, run_id, step_id, idempotency_key, tool_name, status, request_metadata)
    SELECT s.tenant_id, o.run_id, o.id, s.idempotency_key, 'http.request', 'started', '{}' FROM steps s, steps o
    WHERE s.tenant_id = ${tenantId} AND s.run_id = ${id} AND o.tenant_id = ${tenantId} AND o.run_id = ${other.id}`);
  await workOff();
  expect(await lastError(id)).toBe("unproven");
  expect(arrivals).toBe(0);
});
