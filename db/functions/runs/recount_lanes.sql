-- Counts what runs in a tenant's lanes anew, where a counter says otherwise. Returns how many did. Whoever leases holds
-- the tenant's lane from before it takes a step until it commits, and whoever settles comes to the lane after the step:
-- under the lane's lock the rows that are seen are the ones that the counters ought to count.
CREATE OR REPLACE FUNCTION recount_lanes(p_tenant bigint) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_tenant integer;
  v_workflows integer;
BEGIN
  PERFORM FROM run_lanes l WHERE l.tenant_id = p_tenant FOR UPDATE;
  PERFORM FROM workflow_lanes w WHERE w.tenant_id = p_tenant ORDER BY w.workflow_id FOR UPDATE;
  WITH counted AS (
    SELECT count(*)::integer AS running FROM steps s WHERE s.tenant_id = p_tenant AND s.status = 'running')
  UPDATE run_lanes l SET running = c.running FROM counted c WHERE l.tenant_id = p_tenant AND l.running <> c.running;
  GET DIAGNOSTICS v_tenant = ROW_COUNT;
  WITH counted AS (
    SELECT w.workflow_id, count(s.id)::integer AS running FROM workflow_lanes w
    LEFT JOIN steps s ON s.tenant_id = w.tenant_id AND s.workflow_id = w.workflow_id AND s.status = 'running'
    WHERE w.tenant_id = p_tenant GROUP BY 1)
  UPDATE workflow_lanes w SET running = c.running FROM counted c
    WHERE w.tenant_id = p_tenant AND w.workflow_id = c.workflow_id AND w.running <> c.running;
  GET DIAGNOSTICS v_workflows = ROW_COUNT;
  RETURN v_tenant + v_workflows;
END $$;
