import { describe, expect, test } from "vitest";
import { EXAMPLE_PAYLOADS } from "@/lib/action-types/payload/examples";
import { type ActionType, INTERNAL_ACTION_TYPES } from "@/lib/action-types/registry";
import { proposeAndApprove, standOf, withLoggedVerdicts, workThrough } from "@/lib/gateway/testing/deliver";
import { INTERNAL_MATRIX, MATRIX_FAULTS, type MatrixFault, isApplicable } from "./fault-matrix";
import { type InternalFault, internalFaults, internalWritesOf } from "@/lib/gateway/testing/internal-faults";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** The rows of the fault matrix that stay with us. NetSuite is stopped: nothing here may need it. */

const world = await useWorld();
await world.account.simulator.stop();

let proposals = 0;
/** The type's example about a subject that nobody else writes to. */
const newProposal = (type: ActionType) => {
  const example = EXAMPLE_PAYLOADS[type];
  return { ...example, entity_ref: `${example.entity_ref} ${(proposals += 1)}` };
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
  const { client: faulty, idle } = internalFaults[fault as InternalFault](honest, world.tenantId);
  const { client, verdicts } = withLoggedVerdicts(faulty);

  // The fault strikes the write alone; the probe after it is answered.
  const gateway = { ...world.gateway, internal: () => ({ ...honest, write: client.write }) };
  await world.push(pushId, gateway);
  expect(verdicts).toEqual([cell.verdict]);
  expect(await standOf(world, id), "after the first delivery").toEqual(cell.afterFirstDelivery);

  await idle();
  await workThrough(world, id);
  const { commits, ...stand } = cell.inTheEnd;
  expect(await standOf(world, id), "in the end").toEqual(stand);
  expect(await internalWritesOf(world, id)).toBe(commits);
  const [proof] = await world.owner`
    SELECT m.verification AS mirror, r.status, r.verification FROM proposed_actions_applied_mirror m
    JOIN action_receipts r ON r.action_id = m.action_id WHERE m.action_id = ${id}`;
  expect(proof).toEqual({ mirror: "verified", status: "applied", verification: "verified" });
}
