import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actionTypeOf } from "@/lib/core/action-types";
import { type ProposalPayload, RESTLET_ACTION_TYPES, type RestletActionType } from "@/lib/core/field-map";
import { payloads } from "@/netsuite/testing/payloads";
import { pushAction } from "@/lib/gateway/deliver/push-action";
import { proposeAndApprove, standOf } from "@/lib/gateway/testing/deliver";
import { type World, openWorld } from "@/lib/gateway/testing/world";

/** What a type offers as its undo is a proposal like any other, and after it the record is what it was before. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const undoable = RESTLET_ACTION_TYPES.filter((type) => actionTypeOf(type)!.undo(payloads[type]) !== null);

/** The record that is compared, as an outsider sees it. */
const records: Partial<Record<RestletActionType, [type: string, id: string]>> = {
  bid_price_update: ["customer", "Driscoll's"],
  customer_price_update: ["customer", "Driscoll's"],
  item_price_update: ["item", "10472"],
  vendor_cost_update: ["item", "10472"],
  sales_order_line_price: ["sales_order", "SO-22984"],
  inventory_adjustment: ["item", "10521"],
  bom_change: ["bom_revision", "522"],
  customer_credit_limit: ["customer", "Coastal Pantry"],
  customer_credit_revoke: ["customer", "Halvorsen Markets"],
};
/** Credit is given back as a limit; whether new orders are held is a decision that stays. */
const remains: Partial<Record<RestletActionType, string[]>> = {
  customer_credit_revoke: ["creditholdoverride"],
};

const versionFields = ["version", "last_modified_at", "last_modified_by", "lastmodifieddate"];

async function lookAt(type: RestletActionType): Promise<Record<string, unknown>> {
  const [record, id] = records[type]!;
  const seen = await world.account.look(record, id);
  expect(seen.httpStatus).toBe(200);
  const left = Object.entries(seen).filter(
    ([name]) => ![...versionFields, ...(remains[type] ?? [])].includes(name),
  );
  return Object.fromEntries(left);
}

async function apply(input: Record<string, unknown>): Promise<ProposalPayload> {
  const { id, pushId } = await proposeAndApprove(world, input);
  await pushAction(world.tenantId, pushId, world.gateway);
  expect(await standOf(world, id)).toMatchObject({ push: "applied", action: "applied" });
  const [row] = await world.owner<{ payload_json: ProposalPayload }[]>`
    SELECT payload_json FROM proposed_actions WHERE id = ${id}`;
  return row!.payload_json;
}

const cents = fc.integer({ min: 1, max: 9_999_999 }).map((value) => (value / 100).toFixed(2));
/** Any new values; what is left out of `from` is bound to the live value. */
const values: Partial<Record<RestletActionType, fc.Arbitrary<Record<string, string>>>> = {
  bid_price_update: fc.record({ price: cents }),
  customer_price_update: fc.record({ price: cents }),
  item_price_update: fc.record({ price: cents }),
  vendor_cost_update: fc.record({ purchaseprice: cents }),
  sales_order_line_price: fc.record({ rate: cents }),
  inventory_adjustment: fc.record({
    adjustqtyby: fc.integer({ min: -350, max: 9_999 }).map((by) => String(by === 0 ? 0.5 : by)),
  }),
  bom_change: fc
    .record({ bomquantity: cents, componentyield: cents }, { requiredKeys: [] })
    .filter((changed) => Object.keys(changed).length > 0),
  customer_credit_limit: fc.record({ creditlimit: cents }),
  customer_credit_revoke: fc.constant({ creditlimit: "0" }),
};

test("every type with an undo is tried below, and those without are known", () => {
  expect(Object.keys(values).sort()).toEqual([...undoable].sort());
  expect(Object.keys(records).sort()).toEqual([...undoable].sort());
  expect(RESTLET_ACTION_TYPES.filter((type) => !undoable.includes(type)).sort()).toEqual([
    "ar_note",
    "assembly_build",
    "note_attachment",
  ]);
});

describe.each(undoable)("%s", (type) => {
  test("applied and undone leaves the record as it was", async () => {
    const { action_type, entity_type, entity_ref, context } = payloads[type];
    await fc.assert(
      fc.asyncProperty(values[type]!, async (to) => {
        const before = await lookAt(type);
        const changes = Object.entries(to).map(([field, value]) => ({ field, to: value }));
        const written = await apply({ action_type, entity_type, entity_ref, context, changes });
        const changed = written.changes.some((change) => change.from !== change.to);
        if (changed) expect(await lookAt(type), "applied").not.toEqual(before);
        const back = actionTypeOf(type)!.undo(written);
        await apply({ ...back! });
        expect(await lookAt(type), "undone").toEqual(before);
      }),
      { numRuns: type === "customer_credit_revoke" ? 1 : 8, seed: 20_261_120 },
    );
  });
});
