-- The agent of a key. It is stored in one of these forms, and in the first from now on. The key before a rotation
-- counts while its grace lasts. Records the use, at most once a minute.
CREATE OR REPLACE FUNCTION find_agent_key(p_forms text[])
RETURNS TABLE (agent_id bigint, name text, tenant_id bigint, tenant_slug text, on_behalf_of_user_id bigint,
               proposals_per_minute_max integer, pending_max integer)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_ids bigint[] := ARRAY(
    SELECT a.id FROM agents a WHERE a.key_hash = ANY (p_forms) OR a.previous_key_hash = ANY (p_forms));
  v_agent agents;
  v_stored text;
BEGIN
  -- Two rows for one key: the second was written past the app, from a form that the first had before.
  IF cardinality(v_ids) <> 1 THEN RETURN; END IF;
  SELECT * INTO v_agent FROM agents a
    WHERE a.id = v_ids[1] AND a.revoked_at IS NULL
      AND (a.key_hash = ANY (p_forms) OR a.previous_key_expires_at > clock_timestamp());
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
    SELECT v_agent.id, v_agent.name, v_agent.tenant_id, t.slug, v_agent.on_behalf_of_user_id,
           v_agent.proposals_per_minute_max, v_agent.pending_max
    FROM tenants t WHERE t.id = v_agent.tenant_id;
  IF v_agent.last_used_at IS NULL OR v_agent.last_used_at < clock_timestamp() - interval '1 minute' THEN
    UPDATE agents SET last_used_at = clock_timestamp() WHERE id = v_agent.id;
  END IF;
  v_stored := CASE WHEN v_agent.key_hash = ANY (p_forms) THEN v_agent.key_hash ELSE v_agent.previous_key_hash END;
  IF v_stored <> p_forms[1] THEN
    PERFORM remake_agent_key(v_agent.id, v_stored, p_forms[1]);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION find_agent_key(text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_agent_key(text[]) TO countersign_app;
ALTER FUNCTION find_agent_key(text[]) OWNER TO countersign_lookup;
