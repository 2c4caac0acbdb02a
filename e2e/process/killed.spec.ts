import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { OwnerSql } from "@/db/client";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { actionKey } from "@/lib/core/action/action-key";
import type { AuditVerification } from "@/lib/contract/monitoring/audit";
import { killPart } from "@/scripts/smoke/kill-part";
import { type Installation, openOwnerOf, startInstallation } from "@/scripts/smoke/own-installation";
import { approveOver } from "@/scripts/smoke/workflow-client";
import { slowness } from "../support/slowness";
import { expect, test } from "../support/test";

/**
 * The app is killed while each of four writes is at another moment of its way, and started again. Writes are held at their moment by
 * locks: a trigger of this test waits for one that the test has.
 */

test.setTimeout(900_000 * slowness);

/** Shorter than as shipped, so that the restart need not be waited for long. */
const env = {
  CI: "true",
  LOG_LEVEL: "warn",
  COUNTERSIGN_SECRET_KEY: undefined,
  PUSH_LEASE_SECONDS: "10",
  PUSH_HOLD_SECONDS: "30",
  NETSUITE_TIMEOUT_MS: "25000",
};
const held = { "before its request": 1, "before its settlement": 2 } as const;
const customers = ["Coastal Pantry", "Riverbend Foods", "Two Rivers Commissary", "Halvorsen Markets"];
const [leased, atNetSuite, unread, answered] = customers as [string, string, string, string];

let folder: string;
let installation: Installation;
let owner: OwnerSql;
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-killed-"));
  installation = await startInstallation(folder, null, env);
  owner = await openOwnerOf(installation);
});
test.afterAll(async () => {
  await owner.end();
  await installation.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A note on a customer, approved: L2. The fault strikes it alone. */
async function approvedNote(customer: string, fault?: Record<string, unknown>): Promise<number> {
  const answer = await fetch(`${installation.url}/api/v1/proposals`, {
    method: "POST",
    headers: { authorization: `Bearer ${installation.agentKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      action_type: "ar_note",
      entity_type: "customer",
      entity_ref: customer,
      changes: [{ field: "note", to: `Killed once: ${customer}` }],
      reason: "A test",
    }),
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  const { id } = (await answer.json()) as ProposalView;
  const [row] = await owner<{ tenantId: number; hash: string }[]>`
    SELECT tenant_id::integer AS "tenantId", payload_hash AS hash FROM proposed_actions WHERE id = ${id}`;
  if (fault) await simulator("faults", { ...fault, key: actionKey(row!.tenantId, id) });
  await approveOver(installation, { id, payload_hash: row!.hash });
  return id;
}

const simulator = async <T>(at: string, body?: unknown): Promise<T> => {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(`${installation.simulatorUrl}/_sim/${at}`, init);
  expect(answer.ok, at).toBe(true);
  return (await answer.json()) as T;
};
const commitsOf = async (customer: string): Promise<number> => {
  const { commits } = await simulator<{ commits: unknown[] }>("ledger");
  return commits.filter((commit) => JSON.stringify(commit).includes(`Killed once: ${customer}`)).length;
};

async function putTriggers(): Promise<void> {
  await owner.unsafe(`
    CREATE FUNCTION hold_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.status = 'pushing' AND OLD.sent_at IS NULL AND NEW.sent_at IS NOT NULL THEN
        PERFORM pg_advisory_xact_lock_shared(${held["before its request"]}, NEW.action_id::integer);
      ELSIF NEW.status = 'applied' AND OLD.status <> 'applied' THEN
        PERFORM pg_advisory_xact_lock_shared(${held["before its settlement"]}, NEW.action_id::integer);
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER zz_hold_for_test BEFORE UPDATE ON ns_pending_pushes FOR EACH ROW EXECUTE FUNCTION hold_for_test();
    GRANT EXECUTE ON FUNCTION hold_for_test() TO PUBLIC`);
}
const takeTriggersAway = () =>
  owner.unsafe("DROP TRIGGER zz_hold_for_test ON ns_pending_pushes; DROP FUNCTION hold_for_test()");

/** The session waits for this test, and would go on after its client's death as soon as the test lets go. */
const waiting = (moment: keyof typeof held) => owner<{ pid: number }[]>`
  SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = ${held[moment]} AND NOT granted`;

const statesOf = (ids: readonly number[]) => owner`
  SELECT p.action_id AS id, a.status AS action, p.status AS push, p.sent_at IS NOT NULL AS sent
  FROM ns_pending_pushes p JOIN proposed_actions a ON a.id = p.action_id
  WHERE p.action_id = ANY (${ids as number[]}) ORDER BY p.action_id`;

test("a SIGKILL with one write leased, two at NetSuite and one answered: after a restart each is applied once, and the ledger holds", async () => {
  await putTriggers();
  // Nobody's ids of actions are as high as those that are held meanwhile.
  const [{ next }] =
    (await owner`SELECT coalesce(max(id), 0)::integer + 1 AS next FROM proposed_actions`) as [
      { next: number },
    ];
  const hold = (moment: keyof typeof held, from: number) =>
    Promise.all(
      Array.from(
        { length: 50 },
        (_, more) => owner`SELECT pg_advisory_lock(${held[moment]}, ${from + more})`,
      ),
    );
  // NetSuite has written, and its answer is on its way.
  const first = await approvedNote(atNetSuite, { kind: "slow_answer", delay_ms: 20_000 });
  await expect.poll(() => commitsOf(atNetSuite)).toBe(1);
  // NetSuite has the request, and has not begun it.
  const second = await approvedNote(unread, { kind: "slow_commit", delay_ms: 20_000 });
  await expect.poll(async () => (await simulator<{ faults: unknown[] }>("faults")).faults.length).toBe(0);
  // Its answer is there, and nothing of it is stored.
  await hold("before its settlement", next);
  const third = await approvedNote(answered);
  await expect.poll(async () => (await waiting("before its settlement")).length).toBe(1);
  expect(await commitsOf(answered)).toBe(1);
  // It has its lease, and nothing has left.
  await hold("before its request", next);
  const fourth = await approvedNote(leased);
  await expect.poll(async () => (await waiting("before its request")).length).toBe(1);
  const ids = [first, second, third, fourth];
  expect(await statesOf(ids)).toEqual([
    { id: first, action: "approved", push: "pushing", sent: true },
    { id: second, action: "approved", push: "pushing", sent: true },
    { id: third, action: "approved", push: "pushing", sent: true },
    { id: fourth, action: "approved", push: "pushing", sent: false },
  ]);

  await killPart(installation, "app");
  // Their clients are dead: what these sessions still had to do is lost with them, as with a machine that fails.
  for (const moment of ["before its request", "before its settlement"] as const)
    for (const { pid } of await waiting(moment)) await owner`SELECT pg_terminate_backend(${pid})`;
  await expect.poll(async () => (await waiting("before its settlement")).length).toBe(0);
  expect((await statesOf(ids)).map(({ push }) => push as string)).toEqual(ids.map(() => "pushing"));
  await owner`SELECT pg_advisory_unlock_all()`;
  await takeTriggersAway();
  await Promise.all([installation.stop(), owner.end()]);

  installation = await startInstallation(folder, null, env);
  owner = await openOwnerOf(installation);
  await expect
    .poll(async () => (await statesOf(ids)).map(({ action, push }) => `${action} ${push}`), {
      timeout: 400_000 * slowness,
    })
    .toEqual(ids.map(() => "applied applied"));
  for (const customer of customers) expect(await commitsOf(customer), customer).toBe(1);
  const { token } = installation.users.find(({ role }) => role === "admin")!;
  const verified = await fetch(`${installation.url}/api/audit/verify?mode=full`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await verified.json()) as AuditVerification).toMatchObject({ intact: true, faults: [] });
});
