-- Steps of a workflow run no more: their places go to others. A counter that somebody set too low stays at none:
-- recount_lanes puts it right.
CREATE OR REPLACE FUNCTION free_lane(p_tenant bigint, p_workflow bigint, p_count integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE run_lanes l SET running = greatest(l.running - p_count, 0) WHERE l.tenant_id = p_tenant;
  UPDATE workflow_lanes w SET running = greatest(w.running - p_count, 0)
    WHERE w.tenant_id = p_tenant AND w.workflow_id = p_workflow;
END $$;
