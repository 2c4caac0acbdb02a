-- Another administrator confirms that new credentials are in the right hands. False: there is nothing to confirm, or it
-- was they who gave them, or they are their own.
CREATE OR REPLACE FUNCTION confirm_recovery(p_user bigint, p_actor bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM assert_administrator(current_tenant_id(), p_actor);
  UPDATE memberships m SET recovered_at = NULL, recovered_by_user_id = NULL
    WHERE m.tenant_id = current_tenant_id() AND m.user_id = p_user AND m.user_id <> p_actor
      AND m.recovered_by_user_id <> p_actor;
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION confirm_recovery(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_recovery(bigint, bigint) TO countersign_app;
