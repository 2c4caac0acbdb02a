-- The tier of a row by risk_tier_rules, with the rule that set it and the figures that were weighed. Reads only, so
-- that a page can ask which tier a proposal would get. set_risk_level asks it for every row that is inserted, under its
-- locks.
--
-- Weighs the row's own movement and impact, and today's impact so far per customer, SKU, agent and entity within the
-- action types that share their sums. Rows with the same precondition_key are alternatives: only the largest counts.
-- p_instead_of names the action whose place the row would take: it counts no longer. Null: none.
-- Volatile, so that its statements see the rows that were committed while set_risk_level waited for its locks.
CREATE OR REPLACE FUNCTION weigh_risk(
  a proposed_actions, p_instead_of bigint, OUT tier smallint, OUT rule text, OUT weighed jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_day_start timestamptz;
  v_sums record;
  v_rule record;
  v_has_base boolean;
  v_types text[];
  v_record text := coalesce(a.record_ref, a.entity_type || '/' || a.entity_ref);
BEGIN
  -- A write that moves no money adds to no total.
  IF a.impact_cents IS DISTINCT FROM 0 THEN
    v_types := a.action_type || ARRAY(
      SELECT t.name FROM action_types t
      WHERE t.summed_as = coalesce(
        (SELECT o.summed_as FROM action_types o WHERE o.name = a.action_type), a.action_type));

    SELECT date_trunc('day', clock_timestamp() AT TIME ZONE t.time_zone) AT TIME ZONE t.time_zone
      INTO STRICT v_day_start FROM tenants t WHERE t.id = a.tenant_id;

    WITH today AS (
      -- Pending rows may share a precondition: at most one of those is ever written. An approved row counts by itself.
      SELECT coalesce(CASE o.status WHEN 'pending' THEN o.precondition_key END, o.id::text) AS alternative,
             abs(o.impact_cents) AS cents, abs(o.movement_percent) AS movement, o.customer_ref, o.sku, o.agent_id,
             coalesce(o.record_ref, o.entity_type || '/' || o.entity_ref) AS record
      FROM proposed_actions o
      WHERE o.tenant_id = a.tenant_id AND o.action_type = ANY (v_types) AND o.created_at >= v_day_start
        AND o.status IN ('pending', 'approved', 'applied') AND o.impact_cents <> 0
        AND o.id IS DISTINCT FROM p_instead_of
      UNION ALL
      SELECT coalesce(a.precondition_key, 'this'), abs(a.impact_cents), abs(a.movement_percent),
             a.customer_ref, a.sku, a.agent_id, v_record
    ), one_each AS (
      SELECT alternative, max(cents) AS cents,
             max(movement) FILTER (WHERE record = v_record AND sku IS NOT DISTINCT FROM a.sku) AS movement,
             bool_or(customer_ref = a.customer_ref) AS by_customer, bool_or(sku = a.sku) AS by_sku,
             bool_or(agent_id = a.agent_id) AS by_agent, bool_or(record = v_record) AS by_entity
      FROM today GROUP BY alternative
    )
    SELECT sum(cents) FILTER (WHERE by_customer) AS customer, sum(cents) FILTER (WHERE by_sku) AS sku,
           sum(cents) FILTER (WHERE by_agent) AS agent, sum(cents) FILTER (WHERE by_entity) AS entity,
           sum(movement) AS movement
      INTO v_sums FROM one_each;
  ELSE
    SELECT 0::numeric AS customer, 0::numeric AS sku, 0::numeric AS agent, 0::numeric AS entity,
           abs(a.movement_percent) AS movement INTO v_sums;
  END IF;

  weighed := jsonb_build_object(
    'movement_percent', abs(a.movement_percent), 'cumulative_movement_percent', v_sums.movement,
    'impact_cents', abs(a.impact_cents),
    'cumulative_customer_cents', v_sums.customer, 'cumulative_sku_cents', v_sums.sku,
    'cumulative_agent_cents', v_sums.agent, 'cumulative_entity_cents', v_sums.entity);

  SELECT r.tier, r.name INTO v_rule
  FROM risk_tier_rules r
  WHERE r.tenant_id = a.tenant_id AND r.action_type IN (a.action_type, '*')
    AND (r.measure = 'base' OR (weighed ->> r.measure)::numeric >= r.at_least)
  -- Of rules that lead to the same tier the one about this write alone is named before one about the day's total.
  ORDER BY r.tier DESC, (r.measure = 'base') DESC, (r.measure LIKE 'cumulative%'), r.name LIMIT 1;

  SELECT EXISTS (SELECT 1 FROM risk_tier_rules r
                 WHERE r.tenant_id = a.tenant_id AND r.action_type = a.action_type AND r.measure = 'base')
    INTO v_has_base;

  IF NOT v_has_base OR v_rule.tier IS NULL THEN
    tier := 5;
    rule := 'no-rule-for-this-action-type';
  ELSE
    tier := v_rule.tier;
    rule := v_rule.name;
  END IF;

  -- A figure that somebody has to weigh and that the gateway could not read itself is never taken for small.
  IF a.facts_read_at IS NULL AND tier < 4 THEN
    tier := 4;
    rule := 'live-value-was-not-readable';
  END IF;
END $$;
