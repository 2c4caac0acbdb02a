-- Takes so many failures of the subject back. The row stays, also of a subject that never failed: it says that the
-- subject is known.
CREATE OR REPLACE FUNCTION forgive_auth_attempts(p_subject text, p_count integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO auth_attempts AS a (subject, failures, attempted_at) VALUES (p_subject, 0, clock_timestamp())
  ON CONFLICT (subject) DO UPDATE SET failures = greatest(0, a.failures - p_count)
$$;
REVOKE EXECUTE ON FUNCTION forgive_auth_attempts(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forgive_auth_attempts(text, integer) TO countersign_app;
ALTER FUNCTION forgive_auth_attempts(text, integer) OWNER TO countersign_lookup;
