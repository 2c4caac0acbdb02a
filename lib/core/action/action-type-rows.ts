import { type ActionTypeRow, type TierRule, base, from } from "./tier-rules";

const customerPriceRules: readonly TierRule[] = [
  base("price-move-under-5-percent", 3),
  from("movement_percent", 5, "price-move-from-5-percent", 4),
  from("cumulative_movement_percent", 5, "moves-of-the-day-from-5-percent", 4),
  from("cumulative_customer_cents", 100_000, "customer-total-from-1000-dollars-today", 4),
  from("cumulative_sku_cents", 100_000, "item-total-from-1000-dollars-today", 4),
  from("cumulative_agent_cents", 100_000, "agent-total-from-1000-dollars-today", 4),
];

/** A type that shares its sums with no other. */
const alone = (actionType: string, ...tierRules: TierRule[]): ActionTypeRow => ({
  actionType,
  summedAs: actionType,
  tierRules,
});

/** The shipped action types with their default tier rules, in cents and percent. */
export const actionTypeRows: readonly ActionTypeRow[] = [
  alone("email_draft", base("email-draft", 1)),
  alone("cache_invalidation", base("cache-invalidation", 1)),
  alone("note_attachment", base("note-attachment", 1)),
  alone("ar_note", base("ar-note", 2)),
  alone(
    "sales_order_line_price",
    base("order-change-under-50-dollars", 2),
    from("cumulative_entity_cents", 5_000, "order-change-from-50-dollars", 3),
    from("cumulative_entity_cents", 100_000, "order-change-from-1000-dollars", 4),
  ),
  // A bid is only another way to name a customer: if the two did not share their sums, the day's limits would hold twice.
  { actionType: "bid_price_update", summedAs: "customer_price", tierRules: customerPriceRules },
  { actionType: "customer_price_update", summedAs: "customer_price", tierRules: customerPriceRules },
  alone(
    "inventory_adjustment",
    base("adjustment-under-1000-dollars", 3),
    from("impact_cents", 100_000, "adjustment-from-1000-dollars", 4),
    from("cumulative_sku_cents", 100_000, "item-total-from-1000-dollars-today", 4),
  ),
  alone("bom_change", base("bom-variance", 3)),
  alone(
    "assembly_build",
    base("build-up-to-5000-dollars", 3),
    from("impact_cents", 500_001, "build-over-5000-dollars", 4),
  ),
  alone("customer_credit_limit", base("new-credit-limit", 4)),
  alone("customer_credit_revoke", base("credit-revoke", 5)),
  // A list price concerns every customer of its level; a vendor's charge moves every margin that hangs on it.
  alone("item_price_update", base("list-price", 4)),
  alone("vendor_cost_update", base("vendor-cost", 5)),
  alone("bulk_price_roll", base("bulk-price-roll", 5)),
  alone("vendor_cost_roll", base("vendor-cost-roll", 5)),
  alone(
    "*",
    from("impact_cents", 2_500_001, "over-25000-dollars", 5),
    from("cumulative_customer_cents", 2_500_001, "customer-total-over-25000-dollars-today", 5),
    from("cumulative_sku_cents", 2_500_001, "item-total-over-25000-dollars-today", 5),
  ),
];
