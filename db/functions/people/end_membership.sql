-- Ends a membership at once; its person goes on counting among those who could decide (people_in_office).
CREATE OR REPLACE FUNCTION end_membership(p_user bigint, p_actor bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
BEGIN
  PERFORM assert_administrator(v_tenant, p_actor);
  UPDATE memberships m SET revoked_at = clock_timestamp(), role_seal = NULL,
      role_changes = role_changes + 1,
      pending_role = NULL, pending_role_by_user_id = NULL, pending_role_at = NULL,
      left_office_at = CASE WHEN m.role IN ('approver', 'admin') THEN clock_timestamp() ELSE m.left_office_at END,
      leave_unconfirmed = m.leave_unconfirmed
        OR m.role IN ('approver', 'admin') AND other_administrators(v_tenant, ARRAY[p_actor, p_user]) > 0
    WHERE m.tenant_id = v_tenant AND m.user_id = p_user AND m.revoked_at IS NULL;
END $$;
REVOKE EXECUTE ON FUNCTION end_membership(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_membership(bigint, bigint) TO countersign_app;
