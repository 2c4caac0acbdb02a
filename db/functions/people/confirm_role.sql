-- A second administrator confirms the role that waits. False: none waits, it is their own wish or their own role, or
-- the actor is no second administrator (may_confirm). The app has checked the seal of the request.
CREATE OR REPLACE FUNCTION confirm_role(p_user bigint, p_role text, p_seal text, p_leave_seal text, p_known boolean,
  p_actor bigint)
  RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_by bigint;
BEGIN
  PERFORM assert_administrator(v_tenant, p_actor);
  SELECT m.pending_role_by_user_id INTO v_by FROM memberships m
    WHERE m.tenant_id = v_tenant AND m.user_id = p_user AND m.pending_role = p_role AND m.revoked_at IS NULL
      AND may_confirm(v_tenant, p_actor, m.pending_role_by_user_id) AND m.user_id <> p_actor FOR UPDATE;
  IF v_by IS NULL THEN
    RETURN false;
  END IF;
  PERFORM give_role(v_tenant, p_user, p_role, p_seal, p_leave_seal, p_known, ARRAY[v_by, p_actor]);
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION confirm_role(bigint, text, text, text, boolean, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_role(bigint, text, text, text, boolean, bigint) TO countersign_app;
