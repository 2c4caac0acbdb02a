-- For enforce_retention: deletes at most p_limit messages, and plans of whom to tell, that are older than p_before and
-- about what has ended. Returns how many.
CREATE OR REPLACE FUNCTION delete_old_messages(p_before timestamptz, p_limit integer) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_messages integer;
  v_plans integer;
BEGIN
  DELETE FROM channel_messages g WHERE g.tenant_id = v_tenant AND g.id IN (
    SELECT o.id FROM channel_messages o
      LEFT JOIN hil_interactions h ON h.tenant_id = v_tenant AND h.id = o.interaction_id
      LEFT JOIN proposed_actions a ON a.tenant_id = v_tenant AND a.id = o.action_id
    WHERE o.tenant_id = v_tenant AND o.created_at < p_before AND o.state <> 'sending'
      AND coalesce(o.settled_at < p_before, true) AND coalesce(h.ended_at < p_before, h.id IS NULL)
      AND coalesce(a.status NOT IN ('pending', 'approved')
        AND coalesce(a.applied_at, a.ended_at, a.decided_at) < p_before, a.id IS NULL)
    ORDER BY o.created_at LIMIT p_limit FOR UPDATE OF o SKIP LOCKED);
  GET DIAGNOSTICS v_messages = ROW_COUNT;
  DELETE FROM message_plans p WHERE p.tenant_id = v_tenant AND p.id IN (
    SELECT o.id FROM message_plans o
      LEFT JOIN hil_interactions h ON h.tenant_id = v_tenant AND h.id = o.interaction_id
      LEFT JOIN proposed_actions a ON a.tenant_id = v_tenant AND a.id = o.action_id
    WHERE o.tenant_id = v_tenant AND o.planned_at < p_before
      AND coalesce(h.ended_at < p_before, h.id IS NULL)
      AND coalesce(a.status NOT IN ('pending', 'approved')
        AND coalesce(a.applied_at, a.ended_at, a.decided_at) < p_before, a.id IS NULL)
    ORDER BY o.planned_at LIMIT p_limit - v_messages FOR UPDATE OF o SKIP LOCKED);
  GET DIAGNOSTICS v_plans = ROW_COUNT;
  PERFORM set_config('countersign.blanking', '', true);
  RETURN v_messages + v_plans;
END $$;
