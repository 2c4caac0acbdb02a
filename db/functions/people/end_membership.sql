-- Ends a membership at once; its person goes on counting among those who could decide (people_in_office). p_seal: the
-- app's, of the role that ends; null where the app does not know it. p_leave_seal: of the attestation
-- of whoever takes a person out of office.
CREATE OR REPLACE FUNCTION end_membership(p_user bigint, p_seal text, p_leave_seal text, p_actor bigint)
  RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_before memberships;
BEGIN
  PERFORM assert_administrator(v_tenant, p_actor);
  SELECT * INTO v_before FROM memberships m
    WHERE m.tenant_id = v_tenant AND m.user_id = p_user AND m.revoked_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  UPDATE memberships m SET revoked_at = clock_timestamp(), role_seal = p_seal,
      role_changes = role_changes + 1,
      pending_role = NULL, pending_role_by_user_id = NULL, pending_role_at = NULL
    WHERE m.tenant_id = v_tenant AND m.user_id = p_user;
  IF v_before.role IN ('approver', 'admin') THEN
    PERFORM leave_office(v_tenant, p_user, p_leave_seal, p_actor,
      v_before.leave_unconfirmed OR other_administrators(v_tenant, ARRAY[p_actor, p_user]) > 0);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION end_membership(bigint, text, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_membership(bigint, text, text, bigint) TO countersign_app;
