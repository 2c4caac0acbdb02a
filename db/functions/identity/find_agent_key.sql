-- The agent of a key. The key before a rotation counts while its grace lasts. Records the use, at most once a minute.
CREATE OR REPLACE FUNCTION find_agent_key(p_key_hash text)
RETURNS TABLE (agent_id bigint, name text, tenant_id bigint, tenant_slug text, on_behalf_of_user_id bigint,
               proposals_per_minute_max integer, pending_max integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_id bigint;
BEGIN
  RETURN QUERY
    SELECT a.id, a.name, a.tenant_id, t.slug, a.on_behalf_of_user_id, a.proposals_per_minute_max, a.pending_max
    FROM agents a JOIN tenants t ON t.id = a.tenant_id
    WHERE a.revoked_at IS NULL
      AND (a.key_hash = p_key_hash
        OR (a.previous_key_hash = p_key_hash AND a.previous_key_expires_at > clock_timestamp()));
  IF FOUND THEN
    SELECT a.id INTO v_id FROM agents a WHERE (a.key_hash = p_key_hash OR a.previous_key_hash = p_key_hash)
      AND (a.last_used_at IS NULL OR a.last_used_at < clock_timestamp() - interval '1 minute');
    IF v_id IS NOT NULL THEN
      UPDATE agents SET last_used_at = clock_timestamp() WHERE id = v_id;
    END IF;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION find_agent_key(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_agent_key(text) TO countersign_app;
ALTER FUNCTION find_agent_key(text) OWNER TO countersign_lookup;
