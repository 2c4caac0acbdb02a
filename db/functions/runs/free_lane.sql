-- Steps of a workflow run no more: their places go to others.
CREATE OR REPLACE FUNCTION free_lane(p_tenant bigint, p_workflow bigint, p_count integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE run_lanes l SET running = l.running - p_count WHERE l.tenant_id = p_tenant;
  UPDATE workflow_lanes w SET running = w.running - p_count WHERE w.tenant_id = p_tenant AND w.workflow_id = p_workflow;
END $$;
