-- Failures of one subject within the last p_seconds.
CREATE OR REPLACE FUNCTION count_failed_attempts(p_subject text, p_seconds integer) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*)::integer FROM auth_attempts
  WHERE subject = p_subject AND NOT succeeded AND attempted_at > clock_timestamp() - make_interval(secs => p_seconds)
$$;
REVOKE EXECUTE ON FUNCTION count_failed_attempts(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_failed_attempts(text, integer) TO countersign_app;
ALTER FUNCTION count_failed_attempts(text, integer) OWNER TO countersign_lookup;
