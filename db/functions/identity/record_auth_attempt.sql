-- Counts a failure of the subject and returns its failures with this one; null where p_max would be passed, and then
-- nothing is counted. Without p_max it counts to 20 and never refuses. One failure drains every p_drain_seconds, and
-- whoever calls this past the app leaves no more failures than drain by themselves.
CREATE OR REPLACE FUNCTION record_auth_attempt(p_subject text, p_max integer, p_drain_seconds double precision)
RETURNS double precision LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO auth_attempts AS a (subject, failures, attempted_at) VALUES (p_subject, 1, clock_timestamp())
  ON CONFLICT (subject) DO UPDATE SET
    failures = least(coalesce(p_max, 20), 100, 1 + greatest(0, a.failures
      - greatest(0, extract(epoch FROM excluded.attempted_at - a.attempted_at)) / greatest(p_drain_seconds, 0.001))),
    attempted_at = greatest(a.attempted_at, excluded.attempted_at)
  WHERE p_max IS NULL OR 1 + greatest(0, a.failures
      - greatest(0, extract(epoch FROM excluded.attempted_at - a.attempted_at)) / greatest(p_drain_seconds, 0.001))
    <= p_max
  RETURNING failures
$$;
REVOKE EXECUTE ON FUNCTION record_auth_attempt(text, integer, double precision) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_auth_attempt(text, integer, double precision) TO countersign_app;
ALTER FUNCTION record_auth_attempt(text, integer, double precision) OWNER TO countersign_lookup;
