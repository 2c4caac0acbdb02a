-- The app's seals on an action's proposal, from its chain.
CREATE OR REPLACE FUNCTION intake_seals(a proposed_actions) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(e.body_text::jsonb #>> '{details,intake_seal}'), '[]') FROM events e
    WHERE e.tenant_id = a.tenant_id AND e.entity_type = 'proposed_action' AND e.entity_id = a.id
      AND e.event_type IN ('hitl.proposed', 'hitl.intake_sealed'));
END $$;
