-- A second administrator confirms that somebody left office. False: nothing waits, or the actor is no second
-- administrator beside the one who did it (may_confirm).
CREATE OR REPLACE FUNCTION confirm_leave(p_user bigint, p_seal text, p_actor bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
BEGIN
  PERFORM assert_administrator(v_tenant, p_actor);
  PERFORM say_word(v_tenant, p_user, 'confirmed_leave', m.leaves, p_actor, p_seal) FROM memberships m
    WHERE m.tenant_id = v_tenant AND m.user_id = p_user AND p_user <> p_actor AND is_leave_open(m)
      AND m.left_by_user_id IS NOT NULL AND may_confirm(v_tenant, p_actor, m.left_by_user_id);
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION confirm_leave(bigint, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_leave(bigint, text, bigint) TO countersign_app;
