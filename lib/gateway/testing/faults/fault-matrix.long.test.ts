import { describe, expect, test } from "vitest";
import { ACTION_TYPES, type ActionType, RESTLET_ACTION_TYPES } from "@/lib/action-types/registry";
import type { WriteRequest } from "@/lib/destinations/requests";
import type { Account } from "@/netsuite/testing/open-account";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import { proposeAndApprove, standOf, withLoggedVerdicts, workThrough } from "@/lib/gateway/testing/deliver";
import {
  type Cell,
  FAULT_MATRIX,
  MATRIX_FAULTS,
  type MatrixFault,
  type NotApplicable,
  type RollCell,
  WHOLE_MATRIX,
  isApplicable,
  slowMs,
  useAccountOf,
} from "./fault-matrix";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();

test("the matrix has a cell for every action type and every fault, and none for anything else", () => {
  expect([...WHOLE_MATRIX.keys()].sort()).toEqual([...ACTION_TYPES].sort());
  for (const [type, row] of WHOLE_MATRIX) {
    expect(Object.keys(row).sort(), type).toEqual([...MATRIX_FAULTS].sort());
    for (const fault of MATRIX_FAULTS) expectWhole(row[fault], `${type} × ${fault}`);
  }
});

test("only what never reaches NetSuite is spared a fault, and says why", () => {
  const spared = ACTION_TYPES.filter((type) =>
    MATRIX_FAULTS.some((fault) => !isApplicable(WHOLE_MATRIX.get(type)![fault])),
  );
  expect(spared.sort()).toEqual(["cache_invalidation", "email_draft"]);
});

function expectWhole(cell: Cell | RollCell | NotApplicable, where: string): void {
  if (!isApplicable(cell)) return expect(cell.notApplicable.length, where).toBeGreaterThan(20);
  const { verdict, inTheEnd } = cell;
  expect(verdict, where).toEqual(expect.any(String));
  if (!("lines" in inTheEnd)) return expect([0, 1], where).toContain(inTheEnd.commits);
  expect(inTheEnd.lines, where).toHaveLength(3);
  // Verified means that every line was written, and partial that one was not.
  expect(inTheEnd.verification, where).toBe(inTheEnd.commits.every((n) => n === 1) ? "verified" : "partial");
}

describe.each(RESTLET_ACTION_TYPES)("%s", (type) => {
  test.each(MATRIX_FAULTS)("under %s ends as the matrix says: at most one commit, nothing lost", (fault) =>
    walk(type, fault),
  );
});

async function walk(type: ActionType, fault: MatrixFault): Promise<void> {
  const cell = FAULT_MATRIX.get(type)![fault];
  const account = await useAccountOf(fault);
  const { client, verdicts } = withLoggedVerdicts(account.client);
  world.gateway.netsuite = client;
  const { id, pushId } = await proposeAndApprove(world, { ...payloads[type] });
  const key = `cs-${world.tenantId}-${id}`;

  await account.fault(fault, { key, delay_ms: slowMs });
  await world.push(pushId);
  expect(verdicts).toEqual([cell.verdict]);
  expect(await standOf(world, id), "after the first delivery").toEqual(cell.afterFirstDelivery);
  await expectNothingLost(id);
  await expectReceiptSays(id);

  // A slow write arrives within the hold, which is long enough for it.
  await account.simulator.idle();
  await workThrough(world, id);
  const { commits, ...stand } = cell.inTheEnd;
  expect(await standOf(world, id), "in the end").toEqual(stand);
  expect(await account.commits(key)).toHaveLength(commits);
  await expectNothingLost(id);
  await expectReceiptSays(id);
  if (stand.action === "applied") await expectStoredAsApproved(id, account);
  else await expectNoProof(id);
}

/** Every approved action ends applied, stale or dead with a dead letter, or still waits with a time at which it goes on. */
async function expectNothingLost(actionId: number): Promise<void> {
  const { push, action } = await standOf(world, actionId);
  const { next_attempt_at, hold_until } = await world.pushOf(actionId);
  switch (push) {
    case "applied":
    case "stale":
      return expect(action).toBe(push);
    case "dead":
      return expect(
        await world.owner`SELECT 1 FROM ns_push_dlq_log WHERE action_id = ${actionId}`,
      ).not.toHaveLength(0);
    case "queued":
      return expect({ action, due: next_attempt_at }).toEqual({ action: "approved", due: expect.any(Date) });
    case "unknown":
      return expect({ action, due: hold_until }).toEqual({ action: "approved", due: expect.any(Date) });
    default:
      expect.unreachable(`the push was left ${push}`);
  }
}

const ends = new Set<string>();
/** A receipt that proves no write says what happened: its class, its code and NetSuite's HTTP status, if one came. */
async function expectReceiptSays(actionId: number): Promise<void> {
  const [receipt] = await world.owner<{ status: string; response: Record<string, unknown> }[]>`
    SELECT status, response_metadata AS response FROM action_receipts WHERE action_id = ${actionId}`;
  if (!receipt || !["failed", "unknown", "stale"].includes(receipt.status)) return;
  ends.add(receipt.status);
  const { response } = receipt;
  expect(response).toMatchObject({ class: expect.any(String), code: expect.stringMatching(/^[A-Z0-9_]+$/) });
  expect(response, JSON.stringify(response)).toHaveProperty("http_status");
  if (response.http_status !== null) expect(response.http_status).toEqual(expect.any(Number));
}

// A failed one is tested in receipt.test.ts: no fault here is refused for good.
test("receipts that are unknown and receipts that went stale were among them", () => {
  expect([...ends].sort()).toEqual(["stale", "unknown"]);
});

/** The commit holds each approved value; push, receipt and mirror say so, verified by reading back. */
async function expectStoredAsApproved(actionId: number, account: Account): Promise<void> {
  const [push] = await world.owner<{ payload_json: WriteRequest; verification: string }[]>`
    SELECT payload_json, verification FROM ns_pending_pushes WHERE action_id = ${actionId}`;
  const [commit] = await account.commits(push!.payload_json.action_key);
  for (const { field, to } of push!.payload_json.changes) {
    const stored = commit!.changes.filter(
      ({ field: path }) => path === field || path.replace(/_\d+_$/, "").endsWith(`].${field}`),
    );
    expect(
      stored.map((change) => change.to),
      field,
    ).toContain(to);
  }
  expect(push!.verification).toBe("verified");
  const [receipt] =
    await world.owner`SELECT status, verification FROM action_receipts WHERE action_id = ${actionId}`;
  expect(receipt).toEqual({ status: "applied", verification: "verified" });
  const [mirror] =
    await world.owner`SELECT verification, ns_internal_id FROM proposed_actions_applied_mirror WHERE action_id = ${actionId}`;
  expect(mirror).toEqual({ verification: "verified", ns_internal_id: expect.any(String) });
}

async function expectNoProof(actionId: number): Promise<void> {
  expect(
    await world.owner`SELECT 1 FROM proposed_actions_applied_mirror WHERE action_id = ${actionId}`,
  ).toHaveLength(0);
  expect(
    await world.owner`SELECT 1 FROM action_receipts WHERE action_id = ${actionId} AND status = 'applied'`,
  ).toHaveLength(0);
}
