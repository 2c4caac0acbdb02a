import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type TenantTransaction, inTenant } from "@/db/client";
import { replayDeadLetter } from "@/lib/gateway/deliver/repair/replay-push";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { exportedFaultsOf, faultsOf } from "./testing/faults-of";

/** The app's database role forges the outcome of a write: its row, and an event that agrees with it. */

const world = await useWorld();
const { gateway, admin, tenantId } = world;

const asRole = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  inTenant(world.db.database, tenantId, work);
const append = (tx: TenantTransaction, id: number, type: string, details: object) =>
  tx.execute(sql`
    SELECT append_event(${tenantId}, 'proposed_action', ${id}, ${type}, 'system', 'push',
      ${JSON.stringify(details)}::jsonb)`);

/** An approved write that was never sent, called dead in NetSuite's words. */
async function forgeDead(): Promise<number> {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await asRole(async (tx) => {
    await tx.execute(sql`
      UPDATE ns_pending_pushes SET status = 'pushing', lease_owner = 'x', lease_attempt = 1,
        lease_expires_at = now() + interval '1 minute' WHERE id = ${pushId}`);
    await tx.execute(sql`
      UPDATE ns_pending_pushes SET status = 'dead', lease_owner = NULL, lease_expires_at = NULL, ended_at = now(),
        failure_class = 'terminal',
        last_error_json = '{"code": "REFUSED", "class": "terminal", "message": "NetSuite refuses this."}'
      WHERE id = ${pushId}`);
    await tx.execute(sql`
      INSERT INTO ns_push_dlq_log (tenant_id, push_id, action_id, payload_json, error_json, attempts)
      SELECT tenant_id, id, action_id, payload_json, last_error_json, attempts FROM ns_pending_pushes
      WHERE id = ${pushId}`);
    await append(tx, id, "push.dead", { push_id: pushId, code: "REFUSED", class: "terminal" });
  });
  return id;
}

/** A queued push stays queued, and its history says more than happened. */
const forgeWord = (type: string) => async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  const details = { push_id: pushId, push_ids: [pushId], code: "BUSY", in_ms: 60_000, seal: "0".repeat(64) };
  await asRole((tx) => append(tx, id, type, details));
  return id;
};

describe.each([
  ["an approved write that is called dead", forgeDead],
  ["a write that is said to be put off", forgeWord("push.requeued")],
  ["a write that is said to be found", forgeWord("push.found_written")],
])("%s", (_, forge) => {
  test("is found before a checkpoint covers it, after, and in an exported file", async () => {
    const id = await forge();
    const fault = { kind: "outcome_unsealed", entity_type: "proposed_action", entity_id: id };
    expect(await faultsOf(world, id)).toMatchObject([fault]);
    await sealLedger(gateway);
    expect(await faultsOf(world, id)).toMatchObject([fault]);
    expect(await exportedFaultsOf(world, id)).toMatchObject([fault]);
  });
});

test.each(["push.unknown", "push.rescued"])("a forged %s is found", async (type) => {
  const id = await forgeWord(type)();
  expect((await faultsOf(world, id)).map(({ kind }) => kind)).toContain("outcome_unsealed");
});

test("an outcome that the app recorded is not recorded a second time with its seal", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.adjustment("5"));
  await world.account.fault("closed_period");
  expect(await world.push(pushId)).toEqual({ outcome: "dead" });
  const [letter] = await world.owner<
    { id: number }[]
  >`SELECT id FROM ns_push_dlq_log WHERE push_id = ${pushId}`;
  await replayDeadLetter(admin, letter!.id, gateway);
  expect(await faultsOf(world, id)).toEqual([]);
  await asRole(async (tx) => {
    const [row] = await tx.execute<{ details: object }>(sql`
      SELECT body_text::jsonb -> 'details' AS details FROM events
      WHERE entity_type = 'proposed_action' AND entity_id = ${id} AND event_type = 'push.dead'`);
    await append(tx, id, "push.dead", row!.details);
  });
  expect((await faultsOf(world, id)).map(({ kind }) => kind)).toContain("event_repeated");
});
