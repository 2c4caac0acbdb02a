-- The tier of a row by risk_tier_rules, with the rule that set it and the figures that were weighed. Reads only, so
-- that a page can ask which tier a proposal would get. set_risk_level asks it for every row that is inserted, and
-- decide_action for every approval, each under its locks.
--
-- This file finds the figures; tier_by_rules compares them with the rules.
--
-- Weighs the row's own movement and impact, and the totals per customer, SKU, agent, location and record within the
-- action types that share their sums (action_types.summed_as). A total counts approved rows of any age, rows that were
-- applied within the last 24 hours or the tenant's day, whichever is longer, and, with p_with_pending, rows of the same
-- agent that still wait, whatever their age. Another agent's rows count once they are approved: nobody's proposal lifts
-- somebody else's. Rows with the same precondition_key are alternatives: only the largest counts.
-- p_instead_of names the action whose place the row would take: it counts no longer. Null: none.
-- An action that ended without a write counts as applied, from that end on, if a request of it left: but for those of
-- p_unwritten, whose ends the app found to be its own. Null: none of them counts, as no seal was checked. Each
-- statement sees an action in one state, so that one which ends meanwhile is counted once or twice, never left out.
-- Volatile, so that its statements see the rows that were committed while the caller waited for its locks.
CREATE OR REPLACE FUNCTION weigh_risk(
  a proposed_actions, p_instead_of bigint, p_with_pending boolean, p_unwritten bigint[],
  OUT tier smallint, OUT rule text, OUT weighed jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_since timestamptz;
  v_done record;
  v_sums record;
  v_types text[];
  v_record text := coalesce(a.record_ref, a.entity_type || '/' || a.entity_ref);
BEGIN
  -- A write that moves neither money nor a value adds to no total.
  IF a.impact_cents IS DISTINCT FROM 0 OR a.movement_percent <> 0 THEN
    v_types := a.action_type || ARRAY(
      SELECT t.name FROM action_types t
      WHERE t.summed_as = coalesce(
        (SELECT o.summed_as FROM action_types o WHERE o.name = a.action_type), a.action_type));

    SELECT least(date_trunc('day', clock_timestamp() AT TIME ZONE t.time_zone) AT TIME ZONE t.time_zone,
                 clock_timestamp() - interval '24 hours')
      INTO STRICT v_since FROM tenants t WHERE t.id = a.tenant_id;

    -- Approved and applied: each counts by itself. The plain rows, of which a day may hold thousands, in one pass.
    SELECT sum(o.cents) FILTER (WHERE o.customer_ref = a.customer_ref) AS customer,
           sum(o.cents) FILTER (WHERE o.sku = a.sku) AS sku,
           sum(o.cents) FILTER (WHERE o.agent_id = a.agent_id) AS agent,
           sum(o.cents) FILTER (WHERE o.location_ref = a.location_ref) AS location,
           sum(o.cents) FILTER (WHERE o.record = v_record) AS entity,
           sum(o.movement) FILTER (WHERE o.record = v_record AND o.sku IS NOT DISTINCT FROM a.sku) AS movement
      INTO v_done
    FROM (
      SELECT abs(d.impact_cents)::numeric AS cents, abs(d.movement_percent) AS movement, d.customer_ref, d.sku,
             d.location_ref, d.agent_id, coalesce(d.record_ref, d.entity_type || '/' || d.entity_ref) AS record
      FROM proposed_actions d
      WHERE d.tenant_id = a.tenant_id AND d.action_type = ANY (v_types) AND d.status = 'approved'
        AND (d.impact_cents <> 0 OR d.movement_percent <> 0) AND d.weight_parts IS NULL
        AND d.id IS DISTINCT FROM p_instead_of
      UNION ALL
      SELECT abs(d.impact_cents), abs(d.movement_percent), d.customer_ref, d.sku, d.location_ref, d.agent_id,
             coalesce(d.record_ref, d.entity_type || '/' || d.entity_ref)
      FROM proposed_actions d
      WHERE d.tenant_id = a.tenant_id AND d.action_type = ANY (v_types) AND d.status = 'applied'
        AND (d.impact_cents <> 0 OR d.movement_percent <> 0) AND d.applied_at >= v_since AND d.weight_parts IS NULL
        AND d.id IS DISTINCT FROM p_instead_of
      UNION ALL
      SELECT abs(d.impact_cents), abs(d.movement_percent), d.customer_ref, d.sku, d.location_ref, d.agent_id,
             coalesce(d.record_ref, d.entity_type || '/' || d.entity_ref)
      FROM sent_and_ended(a.tenant_id, v_since, p_unwritten) d
      WHERE d.action_type = ANY (v_types) AND d.weight_parts IS NULL AND d.id IS DISTINCT FROM p_instead_of
    ) AS o;

    -- The rest: rolls by their lines, rows that wait, and the row itself.
    WITH counted AS (
      SELECT o.id, CASE o.status WHEN 'pending' THEN o.precondition_key END AS alternative, o.impact_cents,
             o.movement_percent, o.customer_ref, o.sku, o.location_ref, o.agent_id,
             coalesce(o.record_ref, o.entity_type || '/' || o.entity_ref) AS record, o.weight_parts
      FROM proposed_actions o
      WHERE o.tenant_id = a.tenant_id AND o.action_type = ANY (v_types) AND o.weight_parts IS NOT NULL
        AND (o.status = 'approved' OR o.status = 'applied' AND o.applied_at >= v_since)
        AND o.id IS DISTINCT FROM p_instead_of
      UNION ALL
      SELECT o.id, NULL, o.impact_cents, o.movement_percent, o.customer_ref, o.sku, o.location_ref, o.agent_id,
             coalesce(o.record_ref, o.entity_type || '/' || o.entity_ref), o.weight_parts
      FROM sent_and_ended(a.tenant_id, v_since, p_unwritten) o
      WHERE o.action_type = ANY (v_types) AND o.weight_parts IS NOT NULL AND o.id IS DISTINCT FROM p_instead_of
      UNION ALL
      SELECT o.id, o.precondition_key, o.impact_cents, o.movement_percent, o.customer_ref, o.sku, o.location_ref,
             o.agent_id, coalesce(o.record_ref, o.entity_type || '/' || o.entity_ref), o.weight_parts
      FROM proposed_actions o
      WHERE p_with_pending AND o.tenant_id = a.tenant_id AND o.agent_id = a.agent_id
        AND o.action_type = ANY (v_types) AND o.status = 'pending'
        AND (o.impact_cents <> 0 OR o.movement_percent <> 0)
        AND o.expires_at > clock_timestamp() AND o.id IS DISTINCT FROM p_instead_of
      UNION ALL
      SELECT NULL, a.precondition_key, a.impact_cents, a.movement_percent, a.customer_ref, a.sku, a.location_ref,
             a.agent_id, v_record, a.weight_parts
    ), shares AS (
      SELECT coalesce(c.alternative, c.id::text, 'this') AS alternative, c.id,
             CASE WHEN c.agent_id = a.agent_id THEN coalesce(sum(p.cents), 0) END AS agent,
             sum(p.cents) FILTER (WHERE p.customer_ref = a.customer_ref) AS customer,
             sum(p.cents) FILTER (WHERE p.sku = a.sku) AS sku,
             sum(p.cents) FILTER (WHERE p.location_ref = a.location_ref) AS location,
             sum(p.cents) FILTER (WHERE p.record = v_record) AS entity,
             sum(p.movement) FILTER (WHERE p.record = v_record AND p.sku IS NOT DISTINCT FROM a.sku) AS movement
      FROM counted c
      CROSS JOIN LATERAL (
        SELECT abs(c.impact_cents)::numeric AS cents, abs(c.movement_percent) AS movement, c.customer_ref, c.sku,
               c.location_ref, c.record
        WHERE c.weight_parts IS NULL
        UNION ALL
        SELECT abs(l.cents), abs(l.movement), l.customer_ref, l.sku, l.location_ref, l.record
        FROM jsonb_to_recordset(c.weight_parts) AS l (
          cents numeric, movement numeric, customer_ref text, sku text, location_ref text, record text)
      ) AS p
      GROUP BY 1, 2, c.agent_id
    ), one_each AS (
      SELECT max(customer) AS customer, max(sku) AS sku, max(location) AS location, max(entity) AS entity,
             max(movement) AS movement, max(agent) AS agent
      FROM shares GROUP BY alternative
    )
    SELECT sum(customer) + coalesce(v_done.customer, 0) AS customer, sum(sku) + coalesce(v_done.sku, 0) AS sku,
           sum(agent) + coalesce(v_done.agent, 0) AS agent,
           sum(location) + coalesce(v_done.location, 0) AS location,
           sum(entity) + coalesce(v_done.entity, 0) AS entity,
           sum(movement) + coalesce(v_done.movement, 0) AS movement
      INTO v_sums FROM one_each;
  ELSE
    SELECT 0::numeric AS customer, 0::numeric AS sku, 0::numeric AS agent, 0::numeric AS location,
           0::numeric AS entity, abs(a.movement_percent) AS movement INTO v_sums;
  END IF;

  weighed := jsonb_build_object(
    'movement_percent', abs(a.movement_percent), 'cumulative_movement_percent', v_sums.movement,
    'impact_cents', abs(a.impact_cents),
    'cumulative_customer_cents', v_sums.customer, 'cumulative_sku_cents', v_sums.sku,
    'cumulative_agent_cents', v_sums.agent, 'cumulative_location_cents', v_sums.location,
    'cumulative_entity_cents', v_sums.entity,
    'writes', coalesce(jsonb_array_length(a.weight_parts), 1),
    'new_recipients', cardinality(array_positions(a.marks, 'new_recipient')),
    'new_bank_details', cardinality(array_positions(a.marks, 'new_bank_details')));

  SELECT t.tier, t.rule INTO tier, rule FROM tier_by_rules(a, weighed, '{}') t;
END $$;
