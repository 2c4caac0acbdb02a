-- A second administrator confirms that a first password is in the right hands. False: as in confirm_recovery, with the
-- issuers of its links in the givers' place.
CREATE OR REPLACE FUNCTION confirm_first_link(p_user bigint, p_seal text, p_actor bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
BEGIN
  PERFORM assert_administrator(v_tenant, p_actor);
  PERFORM say_word(v_tenant, p_user, 'confirmed_first_link', m.first_links, p_actor, p_seal) FROM memberships m
    WHERE m.tenant_id = v_tenant AND m.user_id = p_user AND p_user <> p_actor
      AND may_confirm_hands(v_tenant, p_actor, open_first_link_hands(m));
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION confirm_first_link(bigint, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_first_link(bigint, text, bigint) TO countersign_app;
