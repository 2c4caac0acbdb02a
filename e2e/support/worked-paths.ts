import { distributor } from "@/netsuite/simulator/data/distributor";
import type { RestletActionType } from "@/lib/core/field-map";
import { propose } from "./api";
import { type Proposed, newMarker } from "./proposals";

/** One believable proposal of every action type that the RESTlet writes, on records that other tests leave alone. Complete by type. */
const WORKED_PATHS = {
  bid_price_update: { entity: ["item", "10472"], changes: { price: "1.47" }, context: { bid_id: "B5875" } },
  customer_price_update: {
    entity: ["item", "10473"],
    changes: { price: "11.49" },
    context: { customer: "Driscoll's" },
  },
  item_price_update: {
    entity: ["item", "10472"],
    changes: { price: "1.44" },
    context: { price_level: "Wholesale", quantity_break: 25 },
  },
  vendor_cost_update: {
    entity: ["item", "10472"],
    changes: { purchaseprice: "0.96" },
    context: { vendor: "Valley Berry Growers" },
  },
  assembly_build: {
    entity: ["item", "20110"],
    changes: { quantity: 10 },
    context: { location: "Plant 2", trandate: "2026-11-20" },
  },
  bom_change: {
    entity: ["bom", "Garden salad mix"],
    changes: { bomquantity: "0.33" },
    context: { component: "10542" },
  },
  sales_order_line_price: {
    entity: ["sales_order", "SO-22984"],
    changes: { rate: "31.40" },
    context: { line_unique_key: "2298401" },
  },
  inventory_adjustment: {
    entity: ["item", "10521"],
    changes: { adjustqtyby: -2 },
    context: { location: "Dallas DC", reason: "Cold chain break" },
  },
  customer_credit_limit: { entity: ["customer", "Coastal Pantry"], changes: { creditlimit: "61000" } },
  customer_credit_revoke: {
    entity: ["customer", distributor.customers.at(-1)!.name],
    changes: { creditlimit: "0" },
  },
  ar_note: { entity: ["customer", "Coastal Pantry"], changes: { note: "Promised to pay on Friday" } },
  note_attachment: {
    entity: ["sales_order", "SO-22984"],
    changes: { note: "The pallet's photo is on file" },
  },
} satisfies Record<RestletActionType, WorkedPath>;

interface WorkedPath {
  entity: [type: string, ref: string];
  changes: Record<string, string | number>;
  context?: Record<string, unknown>;
}

export const WORKED_TYPES = Object.keys(WORKED_PATHS) as RestletActionType[];

/** Proposes it as an agent does; the gateway takes the values that it starts from. */
export async function proposeWorkedPath(actionType: RestletActionType): Promise<Proposed> {
  const { entity, changes, context = {} }: WorkedPath = WORKED_PATHS[actionType];
  const [entity_type, entity_ref] = entity;
  const marker = newMarker();
  const proposal = await propose({
    action_type: actionType,
    entity_type,
    entity_ref,
    changes: Object.entries(changes).map(([field, to]) => ({ field, to })),
    context: { ...context, ticket: marker },
    reason: "The worked path of this kind of write.",
  });
  return { ...proposal, marker, entityRef: entity_ref };
}
