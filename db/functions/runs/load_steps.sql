-- Leased steps for the worker, in the order of p, an array of tenant and step; see load_step. Null: the step's run does
-- not run, so that load_step has to be asked. This one takes no locks: two groups would take them in different orders.
CREATE OR REPLACE FUNCTION load_steps(p jsonb) RETURNS SETOF jsonb
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v record;
BEGIN
  FOR v IN SELECT e.* FROM jsonb_to_recordset(p) AS e (tenant bigint, step bigint) LOOP
    RETURN NEXT load_step(v.tenant, v.step, false);
  END LOOP;
END $$;
