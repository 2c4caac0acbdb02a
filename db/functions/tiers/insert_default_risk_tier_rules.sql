-- The shipped thresholds, in cents and percent, for a new tenant. "Over" a figure starts one cent above it.
CREATE OR REPLACE FUNCTION insert_default_risk_tier_rules(p_tenant bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO risk_tier_rules (tenant_id, action_type, name, measure, at_least, tier)
  SELECT p_tenant, v.* FROM (VALUES
    ('email_draft', 'email-draft', 'base', NULL::numeric, 1),
    ('cache_invalidation', 'cache-invalidation', 'base', NULL, 1),
    ('note_attachment', 'note-attachment', 'base', NULL, 1),
    ('ar_note', 'ar-note', 'base', NULL, 2),
    ('sales_order_line_price', 'order-change-under-50-dollars', 'base', NULL, 2),
    ('sales_order_line_price', 'order-change-from-50-dollars', 'cumulative_entity_cents', 5000, 3),
    ('sales_order_line_price', 'order-change-from-1000-dollars', 'cumulative_entity_cents', 100000, 4),
    ('bid_price_update', 'price-move-under-5-percent', 'base', NULL, 3),
    ('bid_price_update', 'price-move-from-5-percent', 'movement_percent', 5, 4),
    ('bid_price_update', 'moves-of-the-day-from-5-percent', 'cumulative_movement_percent', 5, 4),
    ('bid_price_update', 'customer-total-from-1000-dollars-today', 'cumulative_customer_cents', 100000, 4),
    ('bid_price_update', 'item-total-from-1000-dollars-today', 'cumulative_sku_cents', 100000, 4),
    ('bid_price_update', 'agent-total-from-1000-dollars-today', 'cumulative_agent_cents', 100000, 4),
    ('customer_price_update', 'price-move-under-5-percent', 'base', NULL, 3),
    ('customer_price_update', 'price-move-from-5-percent', 'movement_percent', 5, 4),
    ('customer_price_update', 'moves-of-the-day-from-5-percent', 'cumulative_movement_percent', 5, 4),
    ('customer_price_update', 'customer-total-from-1000-dollars-today', 'cumulative_customer_cents', 100000, 4),
    ('customer_price_update', 'item-total-from-1000-dollars-today', 'cumulative_sku_cents', 100000, 4),
    ('customer_price_update', 'agent-total-from-1000-dollars-today', 'cumulative_agent_cents', 100000, 4),
    ('inventory_adjustment', 'adjustment-under-1000-dollars', 'base', NULL, 3),
    ('inventory_adjustment', 'adjustment-from-1000-dollars', 'impact_cents', 100000, 4),
    ('inventory_adjustment', 'item-total-from-1000-dollars-today', 'cumulative_sku_cents', 100000, 4),
    ('bom_change', 'bom-variance', 'base', NULL, 3),
    ('assembly_build', 'build-up-to-5000-dollars', 'base', NULL, 3),
    ('assembly_build', 'build-over-5000-dollars', 'impact_cents', 500001, 4),
    ('customer_credit_limit', 'new-credit-limit', 'base', NULL, 4),
    ('customer_credit_revoke', 'credit-revoke', 'base', NULL, 5),
    ('item_price_update', 'list-price', 'base', NULL, 4),
    ('vendor_cost_update', 'vendor-cost', 'base', NULL, 5),
    ('bulk_price_roll', 'bulk-price-roll', 'base', NULL, 5),
    ('vendor_cost_roll', 'vendor-cost-roll', 'base', NULL, 5),
    ('*', 'over-25000-dollars', 'impact_cents', 2500001, 5),
    ('*', 'customer-total-over-25000-dollars-today', 'cumulative_customer_cents', 2500001, 5),
    ('*', 'item-total-over-25000-dollars-today', 'cumulative_sku_cents', 2500001, 5)
  ) AS v (action_type, name, measure, at_least, tier)
  ON CONFLICT DO NOTHING;
$$;
