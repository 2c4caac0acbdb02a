-- A worker's turn: settles steps whose leases it holds, all of them or none, and leases up to p_steps others to it. One
-- statement is the whole transaction. Returns a row for each step: of one that was settled its id and its run's status
-- (null: the lease was lost, and nothing changed); of one that was leased its id, tenant, attempt and what load_step
-- says of it (null: its run is paused, cancelled or over, or somebody holds it, so that load_step has to be asked;
-- {"unloadable": SQLSTATE}: load_step raised that, which spoils nothing but this step).
--
-- Locks are taken in one order: runs by their ids, lanes after all of them. The lease waits for nobody, and what is
-- loaded behind it takes no lock. A step that may touch another run is settled alone: one whose run was called by a
-- step, and one that failed or waits.
--
-- p: an array of tenant, run, step, attempt, to and said; see settle_step.
CREATE OR REPLACE FUNCTION take_turn(p_owner text, p jsonb, p_steps integer, p_seconds integer)
RETURNS TABLE (id bigint, status text, tenant_id bigint, attempt integer, loaded json)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v record;
  v_settled record;
  v_tenants bigint[];
  v_workflows bigint[];
  v_commits text := current_setting('synchronous_commit');
  v_repeatable boolean := true;
  v_leased record;
  v_loaded json[];
BEGIN
  FOR v IN
    SELECT e.* FROM jsonb_to_recordset(p) AS e (tenant bigint, run bigint, step bigint, attempt integer, "to" text,
                                                said jsonb)
    ORDER BY e.run, e.step
  LOOP
    v_settled := settle_step(v.tenant, v.run, v.step, p_owner, v.attempt, v."to", v.said);
    id := v.step;
    status := v_settled.p_status;
    RETURN NEXT;
    CONTINUE WHEN status IS NULL;
    v_tenants := v_tenants || v.tenant;
    v_workflows := v_workflows || v_settled.p_workflow;
    v_repeatable := v_repeatable AND status = 'running' AND coalesce((v.said ->> 'repeatable')::boolean, false);
  END LOOP;
  IF v_tenants IS NOT NULL THEN
    PERFORM free_lanes(v_tenants, v_workflows);
  END IF;
  IF p_steps > 0 THEN
    status := NULL;
    SELECT array_agg(l.id) AS ids, array_agg(l.tenant_id) AS tenants, array_agg(l.attempt) AS attempts INTO v_leased
      FROM lease_steps(p_owner, p_steps, p_seconds) l;
    -- All of them at first; one by one only where that fails.
    BEGIN
      FOR i IN 1 .. coalesce(cardinality(v_leased.ids), 0) LOOP
        v_loaded[i] := load_step(v_leased.tenants[i], v_leased.ids[i], false);
      END LOOP;
    EXCEPTION WHEN OTHERS THEN
      FOR i IN 1 .. cardinality(v_leased.ids) LOOP
        BEGIN
          v_loaded[i] := load_step(v_leased.tenants[i], v_leased.ids[i], false);
        EXCEPTION WHEN OTHERS THEN
          v_loaded[i] := json_build_object('unloadable', SQLSTATE);
        END;
      END LOOP;
    END;
    FOR i IN 1 .. coalesce(cardinality(v_leased.ids), 0) LOOP
      id := v_leased.ids[i];
      tenant_id := v_leased.tenants[i];
      attempt := v_leased.attempts[i];
      loaded := v_loaded[i];
      RETURN NEXT;
    END LOOP;
  END IF;
  -- The lease alone would wait for no disk.
  PERFORM set_config('synchronous_commit', CASE WHEN v_repeatable THEN 'off' ELSE v_commits END, true);
END $$;
