import { describe, expect, test } from "vitest";
import { type ActionType, ROLL_ACTION_TYPES } from "@/lib/action-types/registry";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import { pushAction } from "@/lib/gateway/deliver/push-action";
import { proposeAndApprove, withLoggedVerdicts, workThrough } from "@/lib/gateway/testing/deliver";
import { MATRIX_FAULTS, type MatrixFault, ROLL_MATRIX, slowMs, useAccountOf } from "./fault-matrix";
import { lineKey, lineStatus } from "@/lib/gateway/testing/rolls";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** The rows of the fault matrix that are rolls: the three lines of their examples, the fault on the second. */

const world = await useWorld();

const lineNos = [1, 2, 3] as const;
const struckLineNo = 2;

describe.each(ROLL_ACTION_TYPES)("%s", (type) => {
  test.each(MATRIX_FAULTS)(
    "under %s on one line ends as the matrix says, the other lines written once",
    (fault) => walk(type, fault),
  );
});

async function walk(type: ActionType, fault: MatrixFault): Promise<void> {
  const cell = ROLL_MATRIX.get(type)![fault];
  const account = await useAccountOf(fault);
  world.gateway.netsuite = account.client;
  const { id, pushId } = await proposeAndApprove(world, { ...payloads[type] });
  const records = await world.owner<{ record_key: string }[]>`
    SELECT record_key FROM ns_pending_pushes WHERE action_id = ${id} ORDER BY line_no`;
  const [elsewhere, shared, again] = records.map((row) => row.record_key);
  expect(again).toBe(shared);
  expect(elsewhere).not.toBe(shared);
  const keys = lineNos.map((lineNo) => lineKey(world, id, lineNo));
  const key = keys[struckLineNo - 1]!;
  const { client, verdicts } = withLoggedVerdicts(account.client, key);
  world.gateway.netsuite = client;

  await account.fault(fault, { key, delay_ms: slowMs });
  await pushAction(world.tenantId, pushId, world.gateway);
  expect(verdicts).toEqual([cell.verdict]);
  expect(await standOf(id), "after the first delivery").toEqual(cell.afterFirstDelivery);

  // A slow write arrives within the hold, which is long enough for it.
  await account.simulator.idle();
  await workThrough(world, id);
  const { commits, verification, ...stand } = cell.inTheEnd;
  expect(await standOf(id), "in the end").toEqual(stand);
  const written = await Promise.all(keys.map(async (own) => (await account.commits(own)).length));
  expect(written, "commits by line").toEqual(commits);
  await expectProofOf(id, verification, stand.lines);
}

async function standOf(id: number) {
  const lines = [];
  for (const lineNo of lineNos) lines.push(await lineStatus(world, id, lineNo));
  return { lines, action: await world.statusOf(id) };
}

/** The mirror says how much was written, and each line has the receipt of how it ended. */
async function expectProofOf(id: number, verification: string, lines: readonly string[]): Promise<void> {
  const mirrors = await world.owner`
    SELECT verification FROM proposed_actions_applied_mirror WHERE action_id = ${id}`;
  expect(mirrors).toEqual([{ verification }]);
  const receipts = await world.owner<{ status: string; verification: string | null }[]>`
    SELECT r.status, p.verification FROM ns_pending_pushes p JOIN action_receipts r ON r.push_id = p.id
    WHERE p.action_id = ${id} ORDER BY p.line_no`;
  expect(receipts.map(({ status, verification: read }) => [status, read])).toEqual(
    lines.map((status) => [status, status === "applied" ? "verified" : null]),
  );
}
