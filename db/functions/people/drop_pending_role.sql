-- Drops the role that waits. False: none does.
CREATE OR REPLACE FUNCTION drop_pending_role(p_user bigint, p_actor bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM assert_administrator(current_tenant_id(), p_actor);
  UPDATE memberships m SET pending_role = NULL, pending_role_by_user_id = NULL, pending_role_at = NULL
    WHERE m.tenant_id = current_tenant_id() AND m.user_id = p_user AND m.pending_role IS NOT NULL;
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION drop_pending_role(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_pending_role(bigint, bigint) TO countersign_app;
