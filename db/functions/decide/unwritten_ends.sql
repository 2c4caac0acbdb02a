-- The pushes that were sent, of approved actions that ended without a write, as far back as any total counts: for the
-- app to check the seals of their ends (docs/adr/0085). p_type: of the types that share its sums; null: of all.
CREATE OR REPLACE FUNCTION unwritten_ends(p_tenant bigint, p_type text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('actionId', a.id, 'pushId', p.id, 'payloadHash', p.payload_hash,
                                               'status', p.status, 'endSeal', p.end_seal)), '[]')
  FROM proposed_actions a
  JOIN ns_pending_pushes p ON p.tenant_id = a.tenant_id AND p.action_id = a.id AND p.last_sent_at IS NOT NULL
  WHERE a.tenant_id = p_tenant AND a.decision = 'approve' AND a.status IN ('stale', 'cancelled', 'superseded')
    AND (a.impact_cents <> 0 OR a.movement_percent <> 0)
    AND a.ended_at > (SELECT clock_timestamp()) - interval '26 hours'
    AND (p_type IS NULL OR a.action_type = p_type OR a.action_type IN (
      SELECT t.name FROM action_types t JOIN action_types o ON o.name = p_type
      WHERE t.summed_as = coalesce(o.summed_as, o.name)))
$$;
