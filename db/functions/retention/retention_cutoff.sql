-- The time before which rows of this kind are over, by the period of the transaction's own tenant. No period is shorter
-- than the ledger says: one that was shortened past it, for a moment, would leave no trace.
CREATE OR REPLACE FUNCTION retention_cutoff(p_kind text) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_before timestamptz;
  v_said jsonb;
BEGIN
  SELECT (e.body_text::jsonb -> 'state' -> p_kind -> 'days') INTO v_said FROM events e
    WHERE e.tenant_id = v_tenant AND e.entity_type = 'retention_period' AND e.entity_id = v_tenant
    ORDER BY e.seq DESC LIMIT 1;
  SELECT clock_timestamp() - make_interval(hours => 24 * greatest(
           r.days, CASE WHEN v_said BETWEEN '1' AND '3650' THEN v_said::integer END))
    INTO STRICT v_before
    FROM retention_periods r WHERE r.tenant_id = v_tenant AND r.kind = p_kind;
  RETURN v_before;
END $$;
