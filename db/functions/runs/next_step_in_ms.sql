-- Milliseconds until the next step of any tenant is due, 0 where one is already. Null: none waits for a time.
CREATE OR REPLACE FUNCTION next_step_in_ms() RETURNS double precision
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN min(next.at) IS NOT NULL THEN
    greatest(0, extract(epoch FROM min(next.at) - clock_timestamp()) * 1000) END::double precision FROM (
    (SELECT s.next_eligible_at AS at FROM run_lanes l CROSS JOIN LATERAL (
       SELECT s.next_eligible_at FROM workflow_lanes w CROSS JOIN LATERAL (
         SELECT s.next_eligible_at FROM steps s
         WHERE s.tenant_id = w.tenant_id AND s.workflow_id = w.workflow_id AND s.status = 'ready' AND s.leasable
         ORDER BY s.next_eligible_at LIMIT 1) s
       WHERE w.tenant_id = l.tenant_id AND w.running < coalesce(w.max_concurrency, 1000)
       ORDER BY s.next_eligible_at LIMIT 1) s
     WHERE l.running < l.max_concurrency ORDER BY 1 LIMIT 1)
    UNION ALL
    (SELECT s.next_eligible_at FROM steps s WHERE s.status = 'failed_retryable' ORDER BY s.next_eligible_at LIMIT 1)
    UNION ALL
    (SELECT s.lease_expires_at FROM steps s WHERE s.status = 'running' ORDER BY s.lease_expires_at LIMIT 1)) AS next
$$;
REVOKE EXECUTE ON FUNCTION next_step_in_ms() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION next_step_in_ms() TO countersign_app;
ALTER FUNCTION next_step_in_ms() OWNER TO countersign_lookup;
