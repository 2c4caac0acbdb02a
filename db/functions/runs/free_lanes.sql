-- Steps run no more: their places go to others. An element of each array is one step's. Tenants' lanes are locked in
-- the order of their ids, and whoever moves a workflow's counter holds its tenant's lane: no two callers wait for each
-- other. A counter that somebody set too low stays at none: recount_lanes puts it right. Runs as the look-ups' role: a
-- group's steps are of several tenants, and one statement for all of them costs half as much.
CREATE OR REPLACE FUNCTION free_lanes(p_tenants bigint[], p_workflows bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM FROM run_lanes l WHERE l.tenant_id = ANY (p_tenants) ORDER BY l.tenant_id FOR NO KEY UPDATE;
  UPDATE run_lanes l SET running = greatest(l.running - cardinality(array_positions(p_tenants, l.tenant_id)), 0)
    WHERE l.tenant_id = ANY (p_tenants);
  UPDATE workflow_lanes w
    SET running = greatest(w.running - cardinality(array_positions(p_workflows, w.workflow_id)), 0)
    WHERE w.tenant_id = ANY (p_tenants) AND w.workflow_id = ANY (p_workflows);
END $$;
REVOKE EXECUTE ON FUNCTION free_lanes(bigint[], bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION free_lanes(bigint[], bigint[]) TO countersign_app;
ALTER FUNCTION free_lanes(bigint[], bigint[]) OWNER TO countersign_lookup;
