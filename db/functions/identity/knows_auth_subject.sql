-- True for a subject that succeeded or failed within the last day.
CREATE OR REPLACE FUNCTION knows_auth_subject(p_subject text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM auth_attempts WHERE subject = p_subject)
$$;
REVOKE EXECUTE ON FUNCTION knows_auth_subject(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION knows_auth_subject(text) TO countersign_app;
ALTER FUNCTION knows_auth_subject(text) OWNER TO countersign_lookup;
