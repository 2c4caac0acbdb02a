import { distributor, purchasePricesOf } from "@countersign/netsuite-simulator/company";
import type { ActionType } from "@/lib/action-types/registry";
import { propose } from "./api";
import { type Proposed, newMarker } from "./proposals";

const [priced, pricedToo] = distributor.customers.slice(9, 11);
const [costed, costedToo] = distributor.items.slice(12, 14);

/** Not the worked example's own item: its day's totals belong to another test. */
const schools = distributor.customers.find(({ name }) => name === "Sunmeadow Schools")!;
const schoolsPrice = schools.prices.find(({ sku }) => !["10472", "10473", "10561"].includes(sku))!;

/** One believable proposal of every action type, on records that other tests leave alone. Complete by type. */
const WORKED_PATHS = {
  bid_price_update: {
    entity: ["item", schoolsPrice.sku],
    changes: { price: ((schoolsPrice.priceCents + 2) / 100).toFixed(2) },
    context: { bid_id: schools.bid },
  },
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
  bulk_price_roll: {
    entity: ["price_roll", "ROLL"],
    lines: [priceLine(priced!, 0), priceLine(priced!, 1), priceLine(pricedToo!, 0)],
  },
  vendor_cost_roll: { entity: ["cost_roll", "COSTS"], lines: [costLine(costed!), costLine(costedToo!)] },
  email_draft: {
    entity: ["customer", "Coastal Pantry"],
    changes: {
      to: "orders@coastal.example",
      subject: "Your credit limit",
      body: "We have raised it.\nKind regards",
    },
  },
  cache_invalidation: { entity: ["cache", "price-book"], changes: {} },
} satisfies Record<ActionType, WorkedPath>;

interface WorkedPath {
  entity: [type: string, ref: string];
  changes?: Record<string, string | number>;
  context?: Record<string, unknown>;
  lines?: WorkedLine[];
}

interface WorkedLine {
  entity_ref: string;
  changes: { field: string; to: string }[];
  context: Record<string, string>;
}

/** A cent more than the seeded distributor asks. */
function priceLine({ name, prices }: (typeof distributor.customers)[number], index: number): WorkedLine {
  const { sku, priceCents } = prices[index]!;
  return {
    entity_ref: sku,
    changes: [{ field: "price", to: ((priceCents + 1) / 100).toFixed(2) }],
    context: { customer: name },
  };
}

function costLine(item: (typeof distributor.items)[number]): WorkedLine {
  const { vendor, cents } = purchasePricesOf(item)[0]!;
  return {
    entity_ref: item.sku,
    changes: [{ field: "purchaseprice", to: ((cents + 1) / 100).toFixed(2) }],
    context: { vendor },
  };
}

export const WORKED_TYPES = Object.keys(WORKED_PATHS) as ActionType[];

/** Proposes it as an agent does; the gateway takes the values that it starts from. */
export async function proposeWorkedPath(actionType: ActionType): Promise<Proposed> {
  const { entity, changes, context = {}, lines }: WorkedPath = WORKED_PATHS[actionType];
  const [entity_type, name] = entity;
  const marker = newMarker();
  // A roll has a name of its own, which nobody gave before.
  const entity_ref = lines ? `${name}-${marker}` : name;
  const proposal = await propose({
    action_type: actionType,
    entity_type,
    entity_ref,
    ...(changes ? { changes: Object.entries(changes).map(([field, to]) => ({ field, to })) } : {}),
    ...(lines ? { lines } : {}),
    context: { ...context, ticket: marker },
    reason: "The worked path of this kind of write.",
  });
  return { ...proposal, marker, entityRef: entity_ref };
}
