-- Takes the tenant's oldest looks that nobody else takes, at most p_limit: they are gone with the caller's transaction.
-- As the tables' owner, since the app deletes nothing.
CREATE OR REPLACE FUNCTION take_message_looks(p_limit integer)
RETURNS TABLE (interaction_id bigint, action_id bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM message_looks WHERE tenant_id = current_tenant_id() AND id IN (
    SELECT k.id FROM message_looks k WHERE k.tenant_id = current_tenant_id()
    ORDER BY k.id LIMIT p_limit FOR UPDATE SKIP LOCKED)
  RETURNING message_looks.interaction_id, message_looks.action_id
$$;
REVOKE EXECUTE ON FUNCTION take_message_looks(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_message_looks(integer) TO countersign_app;
