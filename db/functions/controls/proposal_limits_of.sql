-- The limits of a company's proposals: those that an administrator set, and without them those as shipped. A row that
-- no event of the ledger speaks of was written past the app and counts for nothing.
CREATE OR REPLACE FUNCTION proposal_limits_of(p_tenant bigint) RETURNS proposal_limits
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_limits proposal_limits;
BEGIN
  SELECT l.* INTO v_limits FROM proposal_limits l
    JOIN ledger_subjects s ON s.tenant_id = l.tenant_id AND s.entity_type = 'proposal_limits'
      AND s.entity_id = l.tenant_id AND s.chain_seq > 0
    WHERE l.tenant_id = p_tenant;
  IF NOT FOUND THEN
    v_limits.tenant_id := p_tenant;
    v_limits.pending_max := 10000;
    v_limits.high_max := 1000;
    v_limits.agent_high_max := 200;
    v_limits.record_max := 100;
    v_limits.record_high_max := 50;
  END IF;
  RETURN v_limits;
END $$;
