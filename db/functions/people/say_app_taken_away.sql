-- Stores an administrator's attestation that they took this person's authenticator app away. p_number:
-- users.credentials_taken as it is with that, so that it says nothing of an app that is taken away later.
CREATE OR REPLACE FUNCTION say_app_taken_away(p_user bigint, p_number integer, p_seal text, p_actor bigint)
  RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM assert_administrator(current_tenant_id(), p_actor);
  PERFORM say_word(current_tenant_id(), p_user, 'took_away_app', p_number, p_actor, p_seal);
END $$;
REVOKE EXECUTE ON FUNCTION say_app_taken_away(bigint, integer, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION say_app_taken_away(bigint, integer, text, bigint) TO countersign_app;
