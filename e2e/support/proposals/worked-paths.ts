import { distributor, purchasePricesOf } from "@countersign/netsuite-simulator/company";
import { EXAMPLE_PAYLOADS } from "@/lib/action-types/payload/examples";
import type { ActionType } from "@/lib/action-types/registry";
import { propose } from "../http/api";
import { type Proposed, newMarker } from "./proposals";

const [priced, pricedToo] = distributor.customers.slice(9, 11);
const [costed, costedToo] = distributor.items.slice(12, 14);

/** Not the worked example's own item: its day's totals belong to another test. */
const schools = distributor.customers.find(({ name }) => name === "Sunmeadow Schools")!;
const schoolsPrice = schools.prices.find(({ sku }) => !["10472", "10473", "10561"].includes(sku))!;

interface WorkedPath {
  entity_type: string;
  entity_ref: string;
  changes: { field: string; to: string | number | null }[];
  context: Record<string, unknown>;
  lines?: WorkedLine[];
}

interface WorkedLine {
  entity_ref: string;
  changes: { field: string; to: string }[];
  context: Record<string, string>;
}

/** Differs from the example where other tests need the example's record, or its sums of the day. */
const OWN_PATHS: Partial<Record<ActionType, Partial<WorkedPath>>> = {
  bid_price_update: {
    entity_ref: schoolsPrice.sku,
    changes: [{ field: "price", to: ((schoolsPrice.priceCents + 2) / 100).toFixed(2) }],
    context: { bid_id: schools.bid },
  },
  inventory_adjustment: { changes: [{ field: "adjustqtyby", to: -2 }] },
  customer_credit_limit: { changes: [{ field: "creditlimit", to: "61000" }] },
  customer_credit_revoke: { entity_ref: distributor.customers.at(-1)!.name },
  bulk_price_roll: { lines: [priceLine(priced!, 0), priceLine(priced!, 1), priceLine(pricedToo!, 0)] },
  vendor_cost_roll: { lines: [costLine(costed!), costLine(costedToo!)] },
};

/** The example of the type's definition; the gateway takes the values that it starts from. */
function pathOf(actionType: ActionType): WorkedPath {
  const { changes, lines: _lines, ...example } = EXAMPLE_PAYLOADS[actionType];
  const withoutFrom = changes.map(({ field, to }) => ({ field, to }));
  return { ...example, changes: withoutFrom, ...OWN_PATHS[actionType] };
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

export async function proposeWorkedPath(actionType: ActionType): Promise<Proposed> {
  const { entity_type, entity_ref: name, changes, context, lines } = pathOf(actionType);
  const marker = newMarker();
  // A roll has a name of its own, which nobody gave before.
  const entity_ref = lines ? `${name}-${marker}` : name;
  const proposal = await propose({
    action_type: actionType,
    entity_type,
    entity_ref,
    ...(lines ? { lines } : { changes }),
    context: { ...context, ticket: marker },
    reason: "The worked path of this kind of write.",
  });
  return { ...proposal, marker, entityRef: entity_ref };
}
