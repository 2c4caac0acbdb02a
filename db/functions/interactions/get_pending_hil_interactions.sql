-- The tenant's open questions, oldest first; with p_user_id those that this person asked, or is asked.
CREATE OR REPLACE FUNCTION get_pending_hil_interactions(p_user_id bigint DEFAULT NULL, p_limit integer DEFAULT 50)
RETURNS TABLE (
  interaction_id bigint, workflow_id bigint, execution_id bigint, node_id text, interaction_type text,
  channel_type text, request_data jsonb, timeout_at timestamptz, created_at timestamptz
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_role text := (SELECT m.role FROM memberships m
                  WHERE m.tenant_id = current_tenant_id() AND m.user_id = p_user_id AND m.revoked_at IS NULL);
BEGIN
  RETURN QUERY
    SELECT h.id, h.workflow_id, h.execution_id, h.node_id, h.interaction_type, h.channel_type, h.request_data,
      h.timeout_at, h.created_at
    FROM hil_interactions h
    WHERE h.tenant_id = current_tenant_id() AND h.status = 'pending'
      AND (p_user_id IS NULL OR h.user_id = p_user_id OR is_asked(h.responders, h.asked, p_user_id, v_role))
    ORDER BY h.created_at, h.id LIMIT p_limit;
END $$;
