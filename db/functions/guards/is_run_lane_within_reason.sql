-- The wall of the table of tenants' lanes: see is_step_within_reason.
CREATE OR REPLACE FUNCTION is_run_lane_within_reason(l record) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN l.tenant_id BETWEEN -9007199254740991 AND 9007199254740991
    AND l.running >= 0
    AND l.max_concurrency BETWEEN 1 AND 1000
    AND l.max_runs_per_min BETWEEN 1 AND 10000
    AND l.max_writes_per_run BETWEEN 0 AND 500
    AND l.max_model_cost_per_day BETWEEN 0 AND 9007199254740991
    AND greatest(octet_length(l.reason), octet_length(l.changed_by_label)) <= 1048576
    AND least(l.changed_at, l.served_at) >= '1970-01-01 00:00:00+00'
    AND greatest(l.changed_at, l.served_at) <= '2500-01-01 00:00:00+00';
END $$;
