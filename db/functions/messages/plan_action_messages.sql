-- Writes a message for everybody who decides and wants to hear of an action of its tier, by each account of these
-- kinds, at most p_limit. Nothing older than 24 hours, or than the wish, is told. Returns how many it wrote.
CREATE OR REPLACE FUNCTION plan_action_messages(p_tenant bigint, p_kinds text[], p_now timestamptz, p_limit integer)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_written integer;
BEGIN
  INSERT INTO channel_messages (tenant_id, account_id, ref, action_id, user_id, next_at, created_at)
  SELECT p_tenant, a.id, new_message_ref(), c.id, p.user_id, p_now, p_now
  FROM channel_preferences p
    JOIN channel_accounts a ON a.tenant_id = p_tenant AND a.state = 'open' AND a.kind = p.kind
    JOIN memberships m ON m.tenant_id = p_tenant AND m.user_id = p.user_id AND m.revoked_at IS NULL
      AND m.role IN ('approver', 'admin')
    JOIN users u ON u.id = p.user_id AND u.disabled_at IS NULL
    JOIN proposed_actions c ON c.tenant_id = p_tenant AND c.status = 'pending' AND c.expires_at > clock_timestamp()
      AND c.risk_level >= p.tier_min AND c.created_at >= p.changed_at
      AND c.created_at > clock_timestamp() - interval '24 hours'
  WHERE p.tenant_id = p_tenant AND p.tier_min IS NOT NULL AND p.kind = ANY (p_kinds) AND is_reachable(a, p.user_id)
    AND (
      -- Looked up for each, as for questions.
      SELECT g.id FROM channel_messages g
      WHERE g.tenant_id = p_tenant AND g.interaction_id IS NULL AND g.action_id = c.id AND g.account_id = a.id
        AND g.user_id = p.user_id LIMIT 1) IS NULL
  ORDER BY c.id, p.user_id LIMIT p_limit
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS v_written = ROW_COUNT;
  RETURN v_written;
END $$;
