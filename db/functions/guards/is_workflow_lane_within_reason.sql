-- The wall of the table of workflows' lanes: see is_step_within_reason.
CREATE OR REPLACE FUNCTION is_workflow_lane_within_reason(l record) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN least(l.tenant_id, l.workflow_id) >= -9007199254740991
    AND greatest(l.tenant_id, l.workflow_id) <= 9007199254740991
    AND l.running >= 0
    AND l.max_concurrency BETWEEN 1 AND 1000
    AND l.served_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00';
END $$;
