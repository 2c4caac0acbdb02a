import { distributor } from "@countersign/netsuite-simulator/company";
import { propose } from "../http/api";
import { type Proposed, ROLLED_ITEMS, newMarker } from "./proposals";
import { editRecord } from "../simulator";

/** Rolls of prices on places that no other test writes to. */

interface Assortment {
  /** How many customers, from the end of the list; each gets a price for every item. */
  customers: number;
  items: number;
}

const HUNDRED_LINES: Assortment = { customers: 4, items: ROLLED_ITEMS };

/** Raises each of these prices by a quarter: 100 lines, 25 for each of four customers, unless told otherwise. */
export async function proposeRoll({ customers, items } = HUNDRED_LINES) {
  const marker = newMarker();
  const chosen = distributor.items.slice(0, items);
  const lines = [];
  for (const { name } of rollCustomers(customers)) {
    const itempricing = chosen.map((_, index) => ({
      item: String(301 + index),
      level: "-1",
      price: String(10 + index),
      currency: "1",
    }));
    await editRecord("customer", name, { itempricing });
    for (const [index, { sku }] of chosen.entries()) {
      const changes = [{ field: "price", from: String(10 + index), to: `${10 + index}.25` }];
      lines.push({ entity_ref: sku, changes, context: { customer: name } });
    }
  }
  const proposal = await propose({
    action_type: "bulk_price_roll",
    entity_type: "price_roll",
    entity_ref: `ROLL-${marker}`,
    context: { ticket: marker },
    lines: lines.slice(0, LINES_MAX),
    reason: "New list.",
  });
  return { ...proposal, marker, entityRef: `ROLL-${marker}` } satisfies Proposed;
}

export const rollCustomers = (count: number) => distributor.customers.slice(-count);

export const LINES_MAX = 500;
/** More prices than a roll may have lines. */
export const MOST_LINES: Assortment = { customers: 12, items: 42 };
