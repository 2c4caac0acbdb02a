-- How long a decision at L2 or L3 on a page may be taken back. 0: not at all.
CREATE OR REPLACE FUNCTION grace_seconds(p_tenant bigint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT g.seconds FROM grace_settings g WHERE g.tenant_id = p_tenant), 8)
$$;
