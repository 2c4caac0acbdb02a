-- The votes and the approval in an action's chain, oldest first (`ApprovalLink`); votes at a lower tier count no
-- longer.
CREATE OR REPLACE FUNCTION approval_links(a proposed_actions) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('type', e.event_type, 'payloadHash', d ->> 'payload_hash',
      'userId', d -> 'user_id', 'standingAuthorisationId', d -> 'standing_authorisation_id', 'seal', d ->> 'seal')
      ORDER BY e.seq), '[]')
    FROM events e, LATERAL (SELECT e.body_text::jsonb -> 'details' AS d) AS b
    WHERE e.tenant_id = a.tenant_id AND e.entity_type = 'proposed_action' AND e.entity_id = a.id
      AND e.event_type IN ('hitl.vote_recorded', 'hitl.approved')
      AND e.seq > ALL (SELECT r.seq FROM events r
        WHERE r.tenant_id = a.tenant_id AND r.entity_type = 'proposed_action' AND r.entity_id = a.id
          AND r.event_type = 'hitl.tier_raised'));
END $$;
