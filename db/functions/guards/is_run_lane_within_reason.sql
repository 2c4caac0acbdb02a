-- The wall of the table of tenants' lanes: see is_step_within_reason.
CREATE OR REPLACE FUNCTION is_run_lane_within_reason(l record) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN least(l.tenant_id, l.max_model_cost_per_day) >= -9007199254740991
    AND greatest(l.tenant_id, l.max_model_cost_per_day) <= 9007199254740991
    AND greatest(octet_length(l.reason), octet_length(l.changed_by_label)) <= 1048576
    AND least(l.changed_at, l.served_at) >= '1970-01-01 00:00:00+00'
    AND greatest(l.changed_at, l.served_at) <= '2500-01-01 00:00:00+00';
END $$;
