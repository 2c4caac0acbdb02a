/** Believable proposals per tier against the seeded distributor; each call gives a new one. */

let count = 0;
const next = () => (count += 1);

export const proposals = {
  /** L1 */
  noteAttachment: (more: Record<string, unknown> = {}) => ({
    action_type: "note_attachment",
    entity_type: "sales_order",
    entity_ref: "SO-22984",
    changes: [{ field: "note", to: `Photo ${next()} of the delivered pallet is on file.` }],
    ...more,
  }),
  /** L2 */
  arNote: (more: Record<string, unknown> = {}) => ({
    action_type: "ar_note",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "note", to: `Promise ${next()} to pay on Friday.` }],
    ...more,
  }),
  /** L3: +0.7 %, $90 a year. */
  bidPrice: (
    to: string | number = "1.43",
    from: string | number = "1.42",
    more: Record<string, unknown> = {},
  ) => ({
    action_type: "bid_price_update",
    entity_type: "item",
    entity_ref: "10472",
    changes: [{ field: "price", from, to }],
    context: { bid_id: "B5875", customer: "Driscoll's" },
    ...more,
  }),
  /** L3 in small amounts: cases at $12.80. */
  adjustment: (by: string, more: Record<string, unknown> = {}) => ({
    action_type: "inventory_adjustment",
    entity_type: "item",
    entity_ref: "10532",
    changes: [{ field: "adjustqtyby", to: by }],
    context: { location: "Dallas DC" },
    ...more,
  }),
  /** L4 */
  creditLimit: (to = 61_000, more: Record<string, unknown> = {}) => ({
    action_type: "customer_credit_limit",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "creditlimit", from: 60_000, to }],
    ...more,
  }),
  /** L5, and over $100,000: two must approve where two can. */
  bigCreditRevoke: (more: Record<string, unknown> = {}) => ({
    action_type: "customer_credit_revoke",
    entity_type: "customer",
    entity_ref: "Halvorsen Markets",
    changes: [{ field: "creditlimit", from: 120_000, to: 0 }],
    ...more,
  }),
  /** L5, one approver suffices. */
  creditRevoke: (more: Record<string, unknown> = {}) => ({
    action_type: "customer_credit_revoke",
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "creditlimit", from: 60_000, to: 0 }],
    ...more,
  }),
};
