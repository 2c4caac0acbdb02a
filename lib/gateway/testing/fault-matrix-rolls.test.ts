import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ActionType, ROLL_ACTION_TYPES } from "@/lib/action-types/registry";
import type { ProposalInput } from "@/lib/contract/proposal";
import { distributor, purchasePricesOf } from "@countersign/netsuite-simulator/company";
import { type Account, openAccount } from "@/netsuite/testing/open-account";
import { pushRoll } from "@/lib/gateway/deliver/push-roll";
import { approve, withNotedVerdicts } from "./deliver";
import { MATRIX_FAULTS, type MatrixFault, ROLL_MATRIX, clientTimeoutMs, slowMs } from "./fault-matrix";
import { driveRoll, lineKey, lineStatus, priceRoll, rollLines, widenAssortment } from "./rolls";
import { type World, openWorld } from "./world";

/** The rows of the fault matrix that are rolls: three lines, the fault on the second. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const lineNos = [1, 2, 3] as const;
const struckLineNo = 2;

const oneOfTwoVendors = distributor.items.filter((item) => purchasePricesOf(item).length === 2);
const costLine = (item: (typeof distributor.items)[number], which: 0 | 1) => {
  const { vendor, cents } = purchasePricesOf(item)[which]!;
  return {
    entity_ref: item.sku,
    changes: [{ field: "purchaseprice", to: ((cents + 1) / 100).toFixed(2) }],
    context: { vendor: vendor as string },
  };
};

/** A line on a record of its own, then two on one record. */
const rolls: Record<string, () => Partial<ProposalInput> & Record<string, unknown>> = {
  bulk_price_roll: () => {
    const lines = rollLines(14);
    return priceRoll([lines[0]!, lines[1]!, lines[13]!]);
  },
  vendor_cost_roll: () => {
    const [first, second] = oneOfTwoVendors;
    const lines = [costLine(first!, 0), costLine(second!, 0), costLine(second!, 1)];
    return { ...priceRoll(lines as never), action_type: "vendor_cost_roll", entity_type: "cost_roll" };
  },
};

describe.each(ROLL_ACTION_TYPES)("%s", (type) => {
  test.each(MATRIX_FAULTS)(
    "under %s on one line ends as the matrix says, the other lines written once",
    async (fault) => {
      const account = await openAccount({ client: { timeoutMs: clientTimeoutMs(fault) } });
      try {
        await widenAssortment(account);
        await walk(type, fault, account);
      } finally {
        await account.close();
      }
    },
  );
});

async function walk(type: ActionType, fault: MatrixFault, account: Account): Promise<void> {
  const cell = ROLL_MATRIX.get(type)![fault];
  world.gateway.netsuite = account.client;
  const { proposal } = await world.propose(rolls[type]!());
  const { id } = proposal;
  await approve(world, proposal);
  const keys = lineNos.map((lineNo) => lineKey(world, id, lineNo));
  const struck = keys[struckLineNo - 1]!;
  const { client, verdicts } = withNotedVerdicts(account.client, struck);
  world.gateway.netsuite = client;

  await account.fault(fault, { key: struck, delay_ms: slowMs });
  await pushRoll(world.tenantId, id, world.gateway);
  expect(verdicts).toEqual([cell.verdict]);
  expect(await standOf(id), "after the first delivery").toEqual(cell.afterFirstDelivery);

  // What was slow arrives within the hold, as a hold is chosen to be long enough for.
  await account.simulator.idle();
  await driveRoll(world, id);
  const { commits, verification, ...stand } = cell.inTheEnd;
  expect(await standOf(id), "in the end").toEqual(stand);
  const written = await Promise.all(keys.map(async (key) => (await account.commits(key)).length));
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
