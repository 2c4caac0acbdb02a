-- Changes with all of an action that a card shows besides its status: its payload, its tier and its approvals.
CREATE OR REPLACE FUNCTION action_version(p_action proposed_actions) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT p_action.payload_hash || ':' || p_action.risk_level || ':' || cardinality(p_action.approvers)
$$;
