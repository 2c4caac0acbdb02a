import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EXAMPLE_PAYLOADS } from "@/lib/action-types/payload/examples";
import { type ActionType, INTERNAL_ACTION_TYPES } from "@/lib/action-types/registry";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { proposeAndApprove, standOf, withNotedVerdicts, workThrough } from "./deliver";
import { INTERNAL_MATRIX, MATRIX_FAULTS, type MatrixFault, isApplicable } from "./fault-matrix";
import { type InternalFault, internalFaults } from "./internal-faults";
import { type World, openWorld } from "./world";

/** The rows of the fault matrix that stay with us. NetSuite is stopped: nothing here may need it. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.account.simulator.stop();
});
afterAll(() => world.close());

let proposed = 0;
/** The type's example about a subject that nobody else writes to. */
const newProposal = (type: ActionType) => {
  const example = EXAMPLE_PAYLOADS[type];
  return { ...example, entity_ref: `${example.entity_ref} ${(proposed += 1)}` };
};

describe.each(INTERNAL_ACTION_TYPES)("%s", (type) => {
  const applicable = MATRIX_FAULTS.filter((fault) => isApplicable(INTERNAL_MATRIX.get(type)![fault]));

  test("is struck by exactly the faults that the matrix does not spare it", () => {
    expect(Object.keys(internalFaults).sort()).toEqual([...applicable].sort());
  });

  test.each(applicable)("under %s ends as the matrix says: kept once, nothing lost", (fault) =>
    walk(type, fault),
  );
});

async function walk(type: ActionType, fault: MatrixFault): Promise<void> {
  const cell = INTERNAL_MATRIX.get(type)![fault];
  if (!isApplicable(cell)) return expect.unreachable(cell.notApplicable);
  const { id, pushId } = await proposeAndApprove(world, newProposal(type));
  const honest = world.gateway.internal(world.tenantId);
  const struck = internalFaults[fault as InternalFault](honest, world.tenantId);
  const { client, verdicts } = withNotedVerdicts(struck.client);

  // The fault strikes the write alone; the probe after it is answered.
  const gateway = { ...world.gateway, internal: () => ({ ...honest, write: client.write }) };
  await pushLine(world.tenantId, pushId, gateway);
  expect(verdicts).toEqual([cell.verdict]);
  expect(await standOf(world, id), "after the first delivery").toEqual(cell.afterFirstDelivery);

  await struck.idle();
  await workThrough(world, id);
  const { commits, ...stand } = cell.inTheEnd;
  expect(await standOf(world, id), "in the end").toEqual(stand);
  expect(await keptOf(id)).toBe(commits);
  const [proof] = await world.owner`
    SELECT m.verification AS mirror, r.status, r.verification FROM proposed_actions_applied_mirror m
    JOIN action_receipts r ON r.action_id = m.action_id WHERE m.action_id = ${id}`;
  expect(proof).toEqual({ mirror: "verified", status: "applied", verification: "verified" });
}

async function keptOf(actionId: number): Promise<number> {
  const [row] = await world.owner<{ n: number }[]>`
    SELECT (SELECT count(*) FROM email_drafts WHERE action_id = ${actionId})::int
         + (SELECT count(*) FROM cache_versions WHERE action_id = ${actionId})::int AS n`;
  return row!.n;
}
