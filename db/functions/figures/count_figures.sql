-- Adds the figures since the last call to the tenant's daily ones, and the durations to each week that holds their
-- day, up to five minutes ago: no transaction is open for as long, so nothing is committed later with an earlier
-- moment. At most p_days_max days are added. Returns true where more is left. Two calls at once do not add the same:
-- the second passes by.
--
-- Weeks that are over go, and none is begun of them. Those up to the last two days stay: zones are 26 hours apart, and
-- a company may move to one where it is still the day before.
CREATE OR REPLACE FUNCTION count_figures(p_days_max integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_settled timestamptz := clock_timestamp() - interval '5 minutes';
  v_after timestamptz;
  v_until timestamptz;
  v_first_week date;
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
  SELECT (clock_timestamp() AT TIME ZONE t.time_zone)::date - 2 INTO v_first_week FROM tenants t WHERE t.id = v_tenant;
  WITH found AS MATERIALIZED (SELECT * FROM figures_between(v_after, v_until)), durations AS (
    INSERT INTO weekly_durations AS w (tenant_id, last_day, figure, tier, bucket, count)
      SELECT v_tenant, f.day + n, f.figure, f.tier, f.bucket, sum(f.count)
      FROM found f CROSS JOIN generate_series(0, 6) AS n
      WHERE f.figure IN ('decided', 'applied') AND f.day + n >= v_first_week
      GROUP BY f.day + n, f.figure, f.tier, f.bucket
      ON CONFLICT (tenant_id, last_day, figure, tier, bucket) DO UPDATE SET count = w.count + excluded.count)
  INSERT INTO daily_figures AS d (tenant_id, day, figure, count)
    SELECT v_tenant, f.day, f.figure, f.count FROM found f WHERE f.figure NOT IN ('decided', 'applied')
    ON CONFLICT (tenant_id, day, figure) DO UPDATE SET count = d.count + excluded.count;
  DELETE FROM weekly_durations WHERE tenant_id = v_tenant AND last_day < v_first_week;
  UPDATE sweeps SET figures_until = v_until WHERE tenant_id = v_tenant;
  RETURN v_until < v_settled;
END $$;
REVOKE EXECUTE ON FUNCTION count_figures(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_figures(integer) TO countersign_app;
