-- Changes with all of an action that a card shows besides its status: its payload, its tier, its approvals, and that
-- the last look at its record found another value than the proposal starts from.
CREATE OR REPLACE FUNCTION action_version(p_action proposed_actions) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT p_action.payload_hash || ':' || p_action.risk_level || ':' || cardinality(p_action.approvers) || coalesce((
    SELECT ':' || r.finding FROM live_readings r
    WHERE r.tenant_id = p_action.tenant_id AND r.action_id = p_action.id AND r.finding <> 'holds'
      AND p_action.status = 'pending'), '')
$$;
