-- Leases up to p_steps steps that are due, to one worker: the tenants take turns, and within a tenant its workflows.
-- Neither a tenant nor a workflow ever runs more steps than its cap: the counters stand in rows that are locked, since
-- a count of running rows is of an old snapshot. Waits for nobody: what somebody else holds has its turn later. Of a
-- step nothing but its name leaves its tenant.
CREATE OR REPLACE FUNCTION lease_steps(p_owner text, p_steps integer, p_seconds integer)
RETURNS TABLE (id bigint, tenant_id bigint, attempt integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  v_ids bigint[];
  v_tenants bigint[];
  v_workflows bigint[];
  v_attempts integer[];
BEGIN
  -- A crash of the database may take a lease back, but never one that something durable followed from: that is written
  -- behind it.
  PERFORM set_config('synchronous_commit', 'off', true);
  IF EXISTS (SELECT FROM steps f WHERE f.status = 'failed_retryable' AND f.next_eligible_at <= clock_timestamp()) THEN
    UPDATE steps s SET status = 'ready', leasable = NOT EXISTS (
        SELECT FROM runs r WHERE r.tenant_id = s.tenant_id AND r.id = s.run_id AND r.status = 'paused')
      WHERE (s.tenant_id, s.id) IN (SELECT f.tenant_id, f.id FROM steps f WHERE f.status = 'failed_retryable'
                       AND f.next_eligible_at <= clock_timestamp()
                     ORDER BY f.next_eligible_at LIMIT 200 FOR UPDATE SKIP LOCKED);
  END IF;
  -- Moves nothing in the index of turns. A statement that also moved a lane there would never clear it of former turns:
  -- each lease would then walk over a hundred of them.
  WITH turn AS MATERIALIZED (
    SELECT l.tenant_id, l.served_at, l.max_concurrency - l.running AS free FROM run_lanes l
    WHERE l.running < l.max_concurrency AND EXISTS (
      SELECT FROM steps s WHERE s.tenant_id = l.tenant_id AND s.status = 'ready' AND s.leasable
        AND s.next_eligible_at <= clock_timestamp())
    ORDER BY l.served_at, l.tenant_id LIMIT p_steps FOR UPDATE SKIP LOCKED),
  course AS MATERIALIZED (
    SELECT t.tenant_id, t.served_at, t.free, w.workflow_id, w.place, least(p_steps, t.free, w.free) AS most
    FROM turn t CROSS JOIN LATERAL (
      SELECT o.*, row_number() OVER (ORDER BY o.served_at, o.workflow_id) AS place FROM (
        SELECT w.workflow_id, w.served_at, coalesce(w.max_concurrency, 1000) - w.running AS free FROM workflow_lanes w
        WHERE w.tenant_id = t.tenant_id AND w.running < coalesce(w.max_concurrency, 1000) AND EXISTS (
          SELECT FROM steps s WHERE s.tenant_id = w.tenant_id AND s.workflow_id = w.workflow_id
            AND s.status = 'ready' AND s.leasable AND s.next_eligible_at <= clock_timestamp())
        ORDER BY w.served_at, w.workflow_id LIMIT least(t.free, p_steps) FOR UPDATE SKIP LOCKED) o) w),
  candidate AS MATERIALIZED (
    SELECT c.tenant_id, c.served_at, c.free, s.id,
      row_number() OVER (PARTITION BY c.tenant_id ORDER BY s.n, c.place) AS of_tenant
    FROM course c CROSS JOIN LATERAL (
      SELECT o.id, row_number() OVER (ORDER BY o.next_eligible_at, o.id) AS n FROM (
        SELECT s.id, s.next_eligible_at FROM steps s
        WHERE s.tenant_id = c.tenant_id AND s.workflow_id = c.workflow_id AND s.status = 'ready' AND s.leasable
          AND s.next_eligible_at <= clock_timestamp()
        ORDER BY s.next_eligible_at, s.id LIMIT c.most) o) s)
  SELECT array_agg(p.id), array_agg(p.tenant_id) INTO v_ids, v_tenants FROM (
    SELECT c.id, c.tenant_id FROM candidate c WHERE c.of_tenant <= c.free
    ORDER BY c.of_tenant, c.served_at LIMIT p_steps) p;
  IF v_ids IS NULL THEN
    RETURN;
  END IF;
  WITH due AS MATERIALIZED (
    SELECT s.tenant_id, s.id FROM steps s
    WHERE s.tenant_id = ANY (v_tenants) AND s.id = ANY (v_ids) AND s.status = 'ready' AND s.leasable
    FOR UPDATE SKIP LOCKED),
  leased AS (
    UPDATE steps s SET status = 'running', attempt = s.attempt + 1, lease_owner = p_owner,
      lease_expires_at = clock_timestamp() + make_interval(secs => p_seconds), leased_at = clock_timestamp(),
      started_at = coalesce(s.started_at, clock_timestamp())
    FROM due d WHERE s.tenant_id = d.tenant_id AND s.id = d.id
    RETURNING s.id, s.tenant_id, s.workflow_id, s.attempt)
  SELECT array_agg(l.id), array_agg(l.tenant_id), array_agg(l.workflow_id), array_agg(l.attempt)
    INTO v_ids, v_tenants, v_workflows, v_attempts FROM leased l;
  UPDATE run_lanes l
    SET served_at = clock_timestamp(), running = l.running + cardinality(array_positions(v_tenants, l.tenant_id))
    WHERE l.tenant_id = ANY (v_tenants);
  UPDATE workflow_lanes w
    SET served_at = clock_timestamp(), running = w.running + cardinality(array_positions(v_workflows, w.workflow_id))
    WHERE w.tenant_id = ANY (v_tenants) AND w.workflow_id = ANY (v_workflows);
  RETURN QUERY SELECT * FROM unnest(v_ids, v_tenants, v_attempts);
END $$;
REVOKE EXECUTE ON FUNCTION lease_steps(text, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lease_steps(text, integer, integer) TO countersign_app;
ALTER FUNCTION lease_steps(text, integer, integer) OWNER TO countersign_lookup;
