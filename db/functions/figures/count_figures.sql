-- Adds the figures since the last call to the tenant's daily ones, up to five minutes ago: no transaction is open for
-- as long, so nothing is committed later with an earlier moment. At most p_days_max days are added. Returns true where
-- more is left. Two calls at once do not add the same: the second passes by.
CREATE OR REPLACE FUNCTION count_figures(p_days_max integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_settled timestamptz := clock_timestamp() - interval '5 minutes';
  v_after timestamptz;
  v_until timestamptz;
BEGIN
  INSERT INTO sweeps (tenant_id) SELECT v_tenant WHERE v_tenant IS NOT NULL ON CONFLICT DO NOTHING;
  SELECT coalesce(s.figures_until, '-infinity') INTO v_after FROM sweeps s
    WHERE s.tenant_id = v_tenant FOR UPDATE SKIP LOCKED;
  IF v_after IS NULL OR v_after >= v_settled THEN
    RETURN false;
  END IF;
  v_until := least(v_settled, make_interval(hours => 24 * p_days_max) + CASE v_after WHEN '-infinity'
    THEN (SELECT least(min(a.created_at), v_settled) FROM proposed_actions a
          WHERE a.tenant_id = v_tenant AND a.id = (SELECT min(id) FROM proposed_actions WHERE tenant_id = v_tenant))
    ELSE v_after END);
  INSERT INTO daily_figures AS d (tenant_id, day, figure, tier, bucket, count)
    SELECT v_tenant, f.day, f.figure, f.tier, f.bucket, f.count FROM figures_between(v_after, v_until) f
    ON CONFLICT (tenant_id, day, figure, tier, bucket) DO UPDATE SET count = d.count + excluded.count;
  UPDATE sweeps SET figures_until = v_until WHERE tenant_id = v_tenant;
  RETURN v_until < v_settled;
END $$;
REVOKE EXECUTE ON FUNCTION count_figures(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_figures(integer) TO countersign_app;
