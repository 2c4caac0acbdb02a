-- The tenant's open questions whose time is over at p_current_time, the longest overdue first.
CREATE OR REPLACE FUNCTION get_expired_hil_interactions(p_current_time timestamptz DEFAULT clock_timestamp())
RETURNS TABLE (interaction_id bigint, workflow_id bigint, execution_id bigint, node_id text, timeout_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT h.id, h.workflow_id, h.execution_id, h.node_id, h.timeout_at
  FROM hil_interactions h
  WHERE h.tenant_id = current_tenant_id() AND h.status = 'pending' AND h.timeout_at <= p_current_time
  ORDER BY h.timeout_at, h.id
$$;
