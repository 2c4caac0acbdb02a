-- Steps whose worker went away are ready again, p_delays seconds later by their failures (the last one counts for all
-- further ones), and free their places in the lanes. A result that comes afterwards is refused: the attempt is another.
-- Returns how many.
CREATE OR REPLACE FUNCTION rescue_steps(p_delays integer[], p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenants bigint[];
  v_workflows bigint[];
BEGIN
  WITH lost AS (
    SELECT s.tenant_id, s.id FROM steps s
    WHERE s.status = 'running' AND s.lease_expires_at < clock_timestamp()
    ORDER BY s.lease_expires_at LIMIT p_limit FOR UPDATE SKIP LOCKED),
  back AS (
    UPDATE steps s SET status = 'ready', lease_owner = NULL, lease_expires_at = NULL,
      failures = s.failures + 1, next_eligible_at = clock_timestamp()
        + make_interval(secs => p_delays[least(s.failures + 1, cardinality(p_delays))]),
      -- In a run that was stopped somebody has to end it, paused or not.
      leasable = NOT EXISTS (
        SELECT FROM runs r WHERE r.tenant_id = s.tenant_id AND r.id = s.run_id AND r.status = 'paused'
          AND r.cancel_requested_by IS NULL AND r.error_step IS NULL),
      last_error = jsonb_build_object('code', 'lease_lost', 'message', 'The worker went away.')
    FROM lost l WHERE s.tenant_id = l.tenant_id AND s.id = l.id RETURNING s.tenant_id, s.workflow_id)
  SELECT array_agg(b.tenant_id), array_agg(b.workflow_id) INTO v_tenants, v_workflows FROM back b;
  IF v_tenants IS NOT NULL THEN
    PERFORM free_lanes(v_tenants, v_workflows);
  END IF;
  RETURN coalesce(cardinality(v_tenants), 0);
END $$;
REVOKE EXECUTE ON FUNCTION rescue_steps(integer[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rescue_steps(integer[], integer) TO countersign_app;
ALTER FUNCTION rescue_steps(integer[], integer) OWNER TO countersign_lookup;
