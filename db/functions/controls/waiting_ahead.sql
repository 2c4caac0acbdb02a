-- How many proposals of the same band (L1 to L3, or L4 and L5) stand before this one where what expires first comes
-- first; at most p_max. Sequential scans are off: without them the count ends after p_max entries of an index.
CREATE OR REPLACE FUNCTION waiting_ahead(p_tenant bigint, p_tier smallint, p_expires timestamptz, p_id bigint,
                                         p_max integer) RETURNS integer
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
DECLARE
  v_now timestamptz := clock_timestamp();
  v_ahead integer;
BEGIN
  SELECT count(*) INTO v_ahead FROM (
    SELECT FROM proposed_actions
    WHERE tenant_id = p_tenant AND status = 'pending'
      AND risk_level = ANY (CASE WHEN p_tier >= 4 THEN '{4,5}' ELSE '{1,2,3}' END::smallint[])
      AND expires_at > v_now AND expires_at <= p_expires AND (expires_at, id) < (p_expires, p_id)
    LIMIT p_max) AS few;
  RETURN v_ahead;
END $$;
