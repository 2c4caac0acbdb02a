import { afterEach, describe, expect, test } from "vitest";
import { EXAMPLE_PAYLOADS as payloads } from "@/lib/action-types/payload/examples";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { pushAction } from "@/lib/gateway/deliver/push-action";
import { approve, proposeAndApprove, standOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { lineStatuses, priceRoll, rollLines, widenAssortment } from "@/lib/gateway/testing/rolls";
import { useAmendments } from "@/lib/gateway/testing/use-world";

/** No answer settles a write as unwritten that may have been made. */

const { world, verbs } = await useAmendments();
const { push, commitsOf, account } = world;
afterEach(async () => {
  await account.control("DELETE", "faults");
  await account.edit("customer", "Coastal Pantry", { creditlimit: 60_000 });
});

const receiptOf = async (actionId: number) => {
  const [row] = await world.owner`SELECT status FROM action_receipts WHERE action_id = ${actionId}`;
  return row!.status as string;
};
const namedInFlight = async () => {
  const flip = (engaged: boolean) =>
    flipSwitch(world.owner, world.admin, { name: "ns_writes", engaged, reason: "a test" }, world.gateway);
  const { in_flight } = await flip(true);
  await flip(false);
  return in_flight.map(({ push_id }) => push_id);
};

describe("a write after whose save a script in NetSuite throws an error that is said of missing records", () => {
  test.each(["RCRD_DSNT_EXIST", "INVALID_KEY_OR_REF", "WS_INVALID_REFERENCE_KEY_1"])(
    "is found by its probe, is applied, and can be undone (%s)",
    async (value) => {
      const { id, pushId } = await proposeAndApprove(world, proposals.creditLimit(61_000));
      await account.fault("user_event_throws", { value });
      expect(await push(pushId)).toEqual({ outcome: "applied" });
      expect(await commitsOf(id)).toHaveLength(1);
      expect(await receiptOf(id)).toBe("applied");
      expect(await world.statusOf((await verbs.undo(id)).id)).toBe("pending");
    },
  );

  test("is held while the probe gets no answer, and is found written after it", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.creditLimit(61_000));
    await account.fault("user_event_throws", { value: "RCRD_DSNT_EXIST" });
    await account.fault("drop_before_execution", { op: "probe" });
    expect(await push(pushId)).toMatchObject({ outcome: "unknown" });
    expect(await namedInFlight()).toContain(pushId);
    await workThrough(world, id);
    expect(await standOf(world, id)).toEqual({ push: "applied", action: "applied", attempts: 1 });
    expect(await commitsOf(id)).toHaveLength(1);
  });

  test("is a written line of its roll, and the roll's undo takes it back", async () => {
    await widenAssortment(account);
    const { proposal } = await world.propose(priceRoll(rollLines(2)));
    await approve(world, proposal);
    const { id: pushId } = await world.pushOf(proposal.id);
    const key = `cs-${world.tenantId}-${proposal.id}-2`;
    await account.fault("user_event_throws", { value: "INVALID_KEY_OR_REF", key });
    await pushAction(world.tenantId, pushId, world.gateway);
    expect(await account.commits(key)).toHaveLength(1);
    expect(await lineStatuses(world, proposal.id)).toEqual({ applied: 2 });
    const undo = await verbs.undo(proposal.id);
    const [row] = await world.owner`
      SELECT jsonb_array_length(payload_json -> 'lines') AS lines FROM proposed_actions WHERE id = ${undo.id}`;
    expect(row!.lines).toBe(2);
  });
});

test("a write that a script refuses before the save with such an error is sent again after the hold, and written once", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.creditLimit(61_000));
  await account.fault("user_event_throws", { value: "RCRD_DSNT_EXIST", when: "before_write" });
  expect(await push(pushId)).toMatchObject({ outcome: "unknown" });
  expect(await commitsOf(id)).toEqual([]);
  await workThrough(world, id);
  expect(await standOf(world, id)).toEqual({ push: "applied", action: "applied", attempts: 1 });
  expect(await commitsOf(id)).toHaveLength(1);
});

test("a write that such a script refuses for good after the save is a dead letter, and is found written before anybody cancels it", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.creditLimit(61_000));
  await account.fault("user_event_throws");
  expect(await push(pushId)).toEqual({ outcome: "dead" });
  await expect(verbs.cancel(id)).rejects.toMatchObject({ code: "may_be_written" });
  await workThrough(world, id);
  expect(await standOf(world, id)).toMatchObject({ push: "applied", action: "applied" });
  expect(await commitsOf(id)).toHaveLength(1);
});

test("a write whose value a script changes after the save, and then throws, is never taken back as unwritten", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.creditLimit(61_000));
  await account.fault("user_event_changes_value", { value: "60500" });
  await account.fault("user_event_throws");
  expect(await push(pushId)).toEqual({ outcome: "dead" });
  expect(await commitsOf(id)).toHaveLength(1);
  await expect(verbs.cancel(id)).rejects.toMatchObject({ code: "may_be_written" });
  await workThrough(world, id);
  expect(await standOf(world, id)).toMatchObject({ push: "dead", action: "approved" });
  await expect(verbs.cancel(id)).rejects.toMatchObject({ code: "may_be_written" });
  expect(await commitsOf(id)).toHaveLength(1);
});

test("a record that is deleted meanwhile still ends the write as stale, by the word of our own script", async () => {
  const { id, pushId } = await proposeAndApprove(world, { ...payloads.sales_order_line_price });
  await account.fault("deleted_record");
  expect(await push(pushId)).toEqual({ outcome: "stale" });
  expect(await commitsOf(id)).toEqual([]);
});

describe("a probe that is answered while the script is inside its save", () => {
  const onHand = "10532:Dallas DC";
  test.each([
    ["a BOM change, of which NetSuite keeps no time", payloads.bom_change, false],
    ["a new record after whose check the stock has moved", payloads.inventory_adjustment, true],
    ["an update", proposals.creditLimit(61_500), false],
  ] as const)("gives up no write before its hold has passed: %s", async (_name, input, stockMoves) => {
    const stock = await account.look("on_hand", onHand);
    const changes = [{ field: "adjustqtyby", from: String(stock.quantityonhand), to: "3" }];
    const { id, pushId } = await proposeAndApprove(
      world,
      stockMoves ? proposals.adjustment("3", { changes }) : { ...input },
    );
    if (stockMoves) await account.fault("external_edit", { when: "between_load_and_save" });
    await account.fault("slow_save");
    expect(await push(pushId)).toMatchObject({ outcome: "unknown" });
    expect(await commitsOf(id)).toHaveLength(1);
    expect(await standOf(world, id)).toMatchObject({ push: "unknown", action: "approved" });
    expect(await namedInFlight()).toContain(pushId);
    await workThrough(world, id);
    expect(await standOf(world, id)).toMatchObject({ push: "applied", action: "applied" });
    expect(await commitsOf(id)).toHaveLength(1);
  });
});
