-- A second administrator confirms that new credentials are in the right hands. False: there is nothing to confirm, the
-- credentials are their own, or the actor is no second administrator beside everybody who gave them
-- (may_confirm_hands).
CREATE OR REPLACE FUNCTION confirm_recovery(p_user bigint, p_seal text, p_actor bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
BEGIN
  PERFORM assert_administrator(v_tenant, p_actor);
  PERFORM say_word(v_tenant, p_user, 'confirmed_recovery', m.recoveries, p_actor, p_seal) FROM memberships m
    WHERE m.tenant_id = v_tenant AND m.user_id = p_user AND p_user <> p_actor AND open_recovery_at(m) IS NOT NULL
      AND may_confirm_hands(v_tenant, p_actor, m.recovery_hands);
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION confirm_recovery(bigint, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_recovery(bigint, text, bigint) TO countersign_app;
