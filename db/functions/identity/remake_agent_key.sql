-- Puts a key's hash under the current key in the place of the stored one, once: a second call finds another one there.
-- The agent's chain takes it in, because its events hold what the row says. It runs with the rights of the tables'
-- owner, since nobody made a new key; find_agent_key alone calls it.
CREATE OR REPLACE FUNCTION remake_agent_key(p_agent bigint, p_stored text, p_form text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint;
BEGIN
  UPDATE agents SET
      key_hash = CASE WHEN key_hash = p_stored THEN p_form ELSE key_hash END,
      previous_key_hash = CASE WHEN previous_key_hash = p_stored THEN p_form ELSE previous_key_hash END
    WHERE id = p_agent AND p_stored IN (key_hash, previous_key_hash)
    RETURNING tenant_id INTO v_tenant;
  IF FOUND THEN
    PERFORM append_event(v_tenant, 'agent', p_agent, 'agent.key_resealed', 'system', 'change of keys',
      jsonb_build_object('agent_id', p_agent));
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION remake_agent_key(bigint, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remake_agent_key(bigint, text, text) TO countersign_lookup;
