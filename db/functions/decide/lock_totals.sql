-- Locks the totals to which these actions add until the transaction ends: of approvals that share a customer, an item,
-- an agent, a location or a record, each sees those before it. Takes the locks in one order, so that no two callers
-- wait for each other; callers hold the actions' rows, and then their records, before. A write that moves neither money
-- nor a value adds to no total.
CREATE OR REPLACE FUNCTION lock_totals(p_tenant bigint, p_actions bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_lock bigint;
BEGIN
  FOR v_lock IN
    SELECT DISTINCT hashtextextended(
      concat_ws(':', p_tenant, coalesce(t.summed_as, a.action_type), s.scope, s.ref), 0) AS k
    FROM proposed_actions a
    LEFT JOIN action_types t ON t.name = a.action_type
    CROSS JOIN LATERAL (
      VALUES ('customer', a.customer_ref), ('sku', a.sku), ('agent', a.agent_id::text), ('location', a.location_ref),
             ('entity', coalesce(a.record_ref, a.entity_type || '/' || a.entity_ref))
      UNION ALL
      SELECT v.scope, v.ref FROM jsonb_to_recordset(a.weight_parts) AS l (
        customer_ref text, sku text, location_ref text, record text)
      CROSS JOIN LATERAL (VALUES ('customer', l.customer_ref), ('sku', l.sku), ('location', l.location_ref),
                                 ('entity', l.record)) AS v (scope, ref)
    ) AS s (scope, ref)
    WHERE a.tenant_id = p_tenant AND a.id = ANY (p_actions) AND s.ref IS NOT NULL
      AND (a.impact_cents IS DISTINCT FROM 0 OR a.movement_percent <> 0)
    ORDER BY k
  LOOP
    PERFORM pg_advisory_xact_lock(v_lock);
  END LOOP;
END $$;
