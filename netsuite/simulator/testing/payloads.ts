import type { ActionType, ProposalPayload } from "@/lib/core/field-map";

/** One believable payload per action type, against the seeded distributor. */
export const payloads = {
  bid_price_update: {
    action_type: "bid_price_update",
    entity_type: "item",
    entity_ref: "10472",
    changes: [{ field: "price", from: 1.42, to: 1.48 }],
    context: { bid_id: "B5875", customer: "Driscoll's" },
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
