import type { ActionType } from "@/lib/action-types/registry";
import type { ProposalPayload } from "@/lib/core/payload/payload";

/** One believable payload per action type that the RESTlet writes, against the seeded distributor. */
export const payloads = {
  bid_price_update: {
    action_type: "bid_price_update",
    entity_type: "item",
    entity_ref: "10472",
    changes: [{ field: "price", from: 1.42, to: 1.48 }],
    context: { bid_id: "B5875", customer: "Driscoll's" },
  },
  customer_price_update: {
    action_type: "customer_price_update",
    entity_type: "item",
    entity_ref: "10473",
    changes: [{ field: "price", from: "11.40", to: "11.52" }],
    context: { customer: "Driscoll's" },
  },
  item_price_update: {
    action_type: "item_price_update",
    entity_type: "item",
    entity_ref: "10472",
    changes: [{ field: "price", from: "1.41", to: "1.45" }],
    context: { price_level: "Wholesale", quantity_break: 25 },
  },
  vendor_cost_update: {
    action_type: "vendor_cost_update",
    entity_type: "item",
    entity_ref: "10472",
    changes: [{ field: "purchaseprice", from: "0.92", to: "0.97" }],
    context: { vendor: "Valley Berry Growers" },
  },
  assembly_build: {
    action_type: "assembly_build",
    entity_type: "item",
    entity_ref: "20110",
    changes: [{ field: "quantity", to: 100 }],
    context: { location: "Plant 2", trandate: "2026-11-20", memo: "Saturday's orders" },
  },
  bom_change: {
    action_type: "bom_change",
    entity_type: "bom",
    entity_ref: "Garden salad mix",
    changes: [
      { field: "bomquantity", from: "0.32", to: "0.34" },
      { field: "componentyield", from: "85", to: "82.5" },
    ],
    context: { component: "10542" },
  },
  sales_order_line_price: {
    action_type: "sales_order_line_price",
    entity_type: "sales_order",
    entity_ref: "SO-22984",
    changes: [{ field: "rate", from: "31.50", to: "30.90" }],
    context: { line_unique_key: "2298401" },
  },
  inventory_adjustment: {
    action_type: "inventory_adjustment",
    entity_type: "item",
    entity_ref: "10521",
    changes: [{ field: "adjustqtyby", from: 360, to: -150 }],
    context: { location: "Dallas DC", reason: "Cold chain break" },
  },
  customer_credit_limit: {
    action_type: "customer_credit_limit",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "creditlimit", from: 60_000, to: 75_000 }],
    context: {},
  },
  customer_credit_revoke: {
    action_type: "customer_credit_revoke",
    entity_type: "customer",
    entity_ref: "Halvorsen Markets",
    changes: [
      { field: "creditlimit", from: 120_000, to: 0 },
      { field: "creditholdoverride", from: "AUTO", to: "ON" },
    ],
    context: {},
  },
  ar_note: {
    action_type: "ar_note",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "note", from: null, to: "Promised to pay on Friday." }],
    context: { title: "Call with accounts payable" },
  },
  note_attachment: {
    action_type: "note_attachment",
    entity_type: "sales_order",
    entity_ref: "SO-22984",
    changes: [{ field: "note", to: "Photo of the delivered pallet is on file." }],
    context: {},
  },
} satisfies Record<ActionType, ProposalPayload>;
