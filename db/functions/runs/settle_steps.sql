-- Settles steps for the worker that holds their leases, all of them or none; see settle_step. Returns each step's id
-- with the status of its run; null: the lease was lost, and nothing changed.
-- One statement is the whole transaction. Runs are locked in the order of their ids and lanes at the end, so that no
-- two groups wait for each other. A step that may touch another run is settled alone: one whose run was called by a
-- step, and one that failed or waits.
--
-- p: an array of tenant, run (it decides the order alone), step, attempt, to and said.
CREATE OR REPLACE FUNCTION settle_steps(p_owner text, p jsonb) RETURNS TABLE (id bigint, status text)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v record;
  v_settled record;
  v_lanes jsonb := '[]';
  v_repeatable boolean := true;
BEGIN
  FOR v IN
    SELECT e.* FROM jsonb_to_recordset(p) AS e (tenant bigint, run bigint, step bigint, attempt integer, "to" text,
                                                said jsonb)
    ORDER BY e.run, e.step
  LOOP
    v_settled := settle_step(v.tenant, v.step, p_owner, v.attempt, v."to", v.said);
    id := v.step;
    status := v_settled.p_status;
    RETURN NEXT;
    CONTINUE WHEN status IS NULL;
    v_lanes := v_lanes || jsonb_build_object('tenant', v.tenant, 'workflow', v_settled.p_workflow);
    v_repeatable := v_repeatable AND status = 'running' AND coalesce((v.said ->> 'repeatable')::boolean, false);
  END LOOP;
  FOR v IN
    SELECT e.tenant, e.workflow, count(*)::integer AS steps
    FROM jsonb_to_recordset(v_lanes) AS e (tenant bigint, workflow bigint) GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    PERFORM set_config('app.tenant_id', v.tenant::text, true);
    PERFORM free_lane(v.tenant, v.workflow, v.steps);
  END LOOP;
  IF v_repeatable THEN
    PERFORM set_config('synchronous_commit', 'off', true);
  END IF;
END $$;
