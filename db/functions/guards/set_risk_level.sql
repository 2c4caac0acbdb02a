-- Sets risk_level on insert from risk_tier_rules; the value that the proposer or the app wrote there is overwritten.
-- With the tier it sets the expiry: the one that was asked for, and the tier's full time at most. Pending is listed by
-- expiry, so nobody may hold a place in that list for longer than the tier gives.
--
-- Weighs the row's own movement and impact, and today's impact so far per customer, SKU, agent and entity within the
-- action types that share their sums. Parallel inserts do not see each other's rows, so each first takes advisory locks
-- on its four scopes, in one order. Rows with the same precondition_key are alternatives: only the largest counts.
CREATE OR REPLACE FUNCTION set_risk_level() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_day_start timestamptz;
  v_sums record;
  v_weighed jsonb;
  v_rule record;
  v_lock bigint;
  v_has_base boolean;
  v_group text;
  v_types text[];
BEGIN
  -- A write that moves no money adds to no total: neither locks nor sums.
  IF NEW.impact_cents IS DISTINCT FROM 0 THEN
    SELECT t.summed_as INTO v_group FROM action_types t WHERE t.name = NEW.action_type;
    v_group := coalesce(v_group, NEW.action_type);
    v_types := NEW.action_type || ARRAY(SELECT t.name FROM action_types t WHERE t.summed_as = v_group);

    FOR v_lock IN
      SELECT DISTINCT hashtextextended(concat_ws(':', NEW.tenant_id, v_group, scope, ref), 0) AS k
      FROM (VALUES ('customer', NEW.customer_ref), ('sku', NEW.sku), ('agent', NEW.agent_id::text),
                   ('entity', coalesce(NEW.record_ref, NEW.entity_type || '/' || NEW.entity_ref))) AS s (scope, ref)
      WHERE ref IS NOT NULL ORDER BY k
    LOOP
      PERFORM pg_advisory_xact_lock(v_lock);
    END LOOP;

    SELECT date_trunc('day', clock_timestamp() AT TIME ZONE t.time_zone) AT TIME ZONE t.time_zone
      INTO STRICT v_day_start FROM tenants t WHERE t.id = NEW.tenant_id;

    WITH today AS (
      -- Pending rows may share a precondition: at most one of those is ever written. An approved row counts by itself.
      SELECT coalesce(CASE a.status WHEN 'pending' THEN a.precondition_key END, a.id::text) AS alternative,
             abs(a.impact_cents) AS cents, abs(a.movement_percent) AS movement, a.customer_ref, a.sku, a.agent_id,
             coalesce(a.record_ref, a.entity_type || '/' || a.entity_ref) AS record
      FROM proposed_actions a
      WHERE a.tenant_id = NEW.tenant_id AND a.action_type = ANY (v_types) AND a.created_at >= v_day_start
        AND a.status IN ('pending', 'approved', 'applied') AND a.impact_cents <> 0
      UNION ALL
      SELECT coalesce(NEW.precondition_key, 'this'), abs(NEW.impact_cents), abs(NEW.movement_percent),
             NEW.customer_ref, NEW.sku, NEW.agent_id, coalesce(NEW.record_ref, NEW.entity_type || '/' || NEW.entity_ref)
    ), one_each AS (
      SELECT alternative, max(cents) AS cents,
             max(movement) FILTER (WHERE record = coalesce(NEW.record_ref, NEW.entity_type || '/' || NEW.entity_ref)
                                     AND sku IS NOT DISTINCT FROM NEW.sku) AS movement,
             bool_or(customer_ref = NEW.customer_ref) AS by_customer, bool_or(sku = NEW.sku) AS by_sku,
             bool_or(agent_id = NEW.agent_id) AS by_agent,
             bool_or(record = coalesce(NEW.record_ref, NEW.entity_type || '/' || NEW.entity_ref)) AS by_entity
      FROM today GROUP BY alternative
    )
    SELECT sum(cents) FILTER (WHERE by_customer) AS customer, sum(cents) FILTER (WHERE by_sku) AS sku,
           sum(cents) FILTER (WHERE by_agent) AS agent, sum(cents) FILTER (WHERE by_entity) AS entity,
           sum(movement) AS movement
      INTO v_sums FROM one_each;
  ELSE
    SELECT 0::numeric AS customer, 0::numeric AS sku, 0::numeric AS agent, 0::numeric AS entity,
           abs(NEW.movement_percent) AS movement INTO v_sums;
  END IF;

  v_weighed := jsonb_build_object(
    'movement_percent', abs(NEW.movement_percent), 'cumulative_movement_percent', v_sums.movement,
    'impact_cents', abs(NEW.impact_cents),
    'cumulative_customer_cents', v_sums.customer, 'cumulative_sku_cents', v_sums.sku,
    'cumulative_agent_cents', v_sums.agent, 'cumulative_entity_cents', v_sums.entity);

  SELECT r.tier, r.name INTO v_rule
  FROM risk_tier_rules r
  WHERE r.tenant_id = NEW.tenant_id AND r.action_type IN (NEW.action_type, '*')
    AND (r.measure = 'base' OR (v_weighed ->> r.measure)::numeric >= r.at_least)
  -- Of rules that lead to the same tier the one about this write alone is named before one about the day's total.
  ORDER BY r.tier DESC, (r.measure = 'base') DESC, (r.measure LIKE 'cumulative%'), r.name LIMIT 1;

  SELECT EXISTS (SELECT 1 FROM risk_tier_rules r
                 WHERE r.tenant_id = NEW.tenant_id AND r.action_type = NEW.action_type AND r.measure = 'base')
    INTO v_has_base;

  IF NOT v_has_base OR v_rule.tier IS NULL THEN
    NEW.risk_level := 5;
    NEW.risk_rule := 'no-rule-for-this-action-type';
  ELSE
    NEW.risk_level := v_rule.tier;
    NEW.risk_rule := v_rule.name;
  END IF;

  -- A figure that somebody has to weigh and that the gateway could not read itself is never taken for small.
  IF NEW.facts_read_at IS NULL AND NEW.risk_level < 4 THEN
    NEW.risk_level := 4;
    NEW.risk_rule := 'live-value-was-not-readable';
  END IF;

  NEW.risk_weighed := v_weighed;
  -- least() skips a null: a proposal that asks for no time gets the full one.
  NEW.expires_at := least(NEW.expires_at, NEW.created_at + full_time(NEW.risk_level));
  RETURN NEW;
END $$;
