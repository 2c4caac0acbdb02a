-- How long a decision at L2 or L3 on a page may be taken back. 0: not at all. A setting that no event of the ledger
-- speaks of was written past the app and counts for nothing.
CREATE OR REPLACE FUNCTION grace_seconds(p_tenant bigint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT g.seconds FROM grace_settings g
    JOIN ledger_subjects s ON s.tenant_id = g.tenant_id AND s.entity_type = 'grace_setting'
      AND s.entity_id = g.tenant_id AND s.chain_seq > 0
    WHERE g.tenant_id = p_tenant), 8)
$$;
