-- This person set their first password by a link that p_by issued: the two are one party until another administrator
-- confirms (confirm_first_link).
CREATE OR REPLACE FUNCTION mark_first_link(p_user bigint, p_by bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE memberships m SET first_link_by_user_id = p_by
    WHERE m.tenant_id = current_tenant_id() AND m.user_id = p_user AND m.user_id <> p_by;
END $$;
REVOKE EXECUTE ON FUNCTION mark_first_link(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mark_first_link(bigint, bigint) TO countersign_app;
