-- Reads everything that the decide verb weighs before it claims, in one round trip: the action's unchanging facts, the
-- policy in force (its text only where the caller does not hold it already), the newest version of the thresholds, the
-- switches, the confirmations in force, the ends of writes that were sent and not made, the number of people who could
-- approve, and the correlation id under which the action was proposed.
CREATE OR REPLACE FUNCTION read_decision_context(p_tenant bigint, p_action bigint, p_known_policy_hash text)
  RETURNS SETOF decision_context
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  RETURN QUERY
    SELECT a.action_type, a.payload_text, a.payload_hash, a.risk_level, a.impact_cents, a.customer_ref, g.name,
           a.on_behalf_of_user_id, a.required_approvals, a.requires_step_up, a.status, p.version, p.hash,
           CASE WHEN p.hash IS DISTINCT FROM p_known_policy_hash THEN p.cedar_text END,
           (SELECT count(*)::integer FROM people_in_office(p_tenant)),
           a.correlation_id, a.trace_id, a.entity_type, a.entity_ref, p.seal, t.version, t.rules_hash, t.seal,
           stored_switches(p_tenant), words_in_force(p_tenant), unwritten_ends(p_tenant, a.action_type),
           a.span_id
    FROM proposed_actions a
    JOIN agents g ON g.id = a.agent_id AND g.tenant_id = a.tenant_id
    LEFT JOIN LATERAL (
      SELECT version, hash, cedar_text, seal FROM policies
      WHERE tenant_id = p_tenant ORDER BY version DESC LIMIT 1) p ON true
    LEFT JOIN LATERAL (
      SELECT version, rules_hash, seal FROM threshold_versions
      WHERE tenant_id = p_tenant ORDER BY version DESC LIMIT 1) t ON true
    WHERE a.id = p_action AND a.tenant_id = p_tenant;
END $$;
