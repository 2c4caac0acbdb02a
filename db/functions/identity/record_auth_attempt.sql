-- A success forgets the failures before it.
CREATE OR REPLACE FUNCTION record_auth_attempt(p_subject text, p_succeeded boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF p_succeeded THEN
    DELETE FROM auth_attempts WHERE subject = p_subject;
  ELSE
    DELETE FROM auth_attempts WHERE attempted_at < clock_timestamp() - interval '1 day';
    INSERT INTO auth_attempts (subject, succeeded) VALUES (p_subject, false);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION record_auth_attempt(text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_auth_attempt(text, boolean) TO countersign_app;
ALTER FUNCTION record_auth_attempt(text, boolean) OWNER TO countersign_lookup;
