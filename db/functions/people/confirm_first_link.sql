-- A second administrator confirms that a first password is in the right hands. False: as in confirm_recovery, with the
-- issuer of the link in the giver's place.
CREATE OR REPLACE FUNCTION confirm_first_link(p_user bigint, p_actor bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM assert_administrator(current_tenant_id(), p_actor);
  UPDATE memberships m SET first_link_by_user_id = NULL
    WHERE m.tenant_id = current_tenant_id() AND m.user_id = p_user AND m.user_id <> p_actor
      AND may_confirm(m.tenant_id, p_actor, m.first_link_by_user_id)
      AND NOT party_of(m.tenant_id, p_actor) && party_of(m.tenant_id, m.first_link_by_user_id);
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION confirm_first_link(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_first_link(bigint, bigint) TO countersign_app;
