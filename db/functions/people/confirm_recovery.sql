-- A second administrator confirms that new credentials are in the right hands. False: there is nothing to confirm, the
-- credentials are their own, their word is not a second one beside the giver's (may_confirm), or both are of one party:
-- the giver could otherwise confirm by somebody whom they added.
CREATE OR REPLACE FUNCTION confirm_recovery(p_user bigint, p_actor bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM assert_administrator(current_tenant_id(), p_actor);
  UPDATE memberships m SET recovered_at = NULL, recovered_by_user_id = NULL
    WHERE m.tenant_id = current_tenant_id() AND m.user_id = p_user AND m.user_id <> p_actor
      AND may_confirm(m.tenant_id, p_actor, m.recovered_by_user_id)
      AND NOT party_of(m.tenant_id, p_actor) && party_of(m.tenant_id, m.recovered_by_user_id);
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION confirm_recovery(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_recovery(bigint, bigint) TO countersign_app;
