-- Approved actions that were sent and ended since then without a write, but for those of p_unwritten. Null: none.
-- Inlined into the statement that asks, whose snapshot it shares.
CREATE OR REPLACE FUNCTION sent_and_ended(p_tenant bigint, p_since timestamptz, p_unwritten bigint[])
  RETURNS SETOF proposed_actions LANGUAGE sql STABLE AS $$
  SELECT d.* FROM proposed_actions d
  WHERE d.tenant_id = p_tenant AND d.decision = 'approve' AND d.status IN ('stale', 'cancelled', 'superseded')
    AND (d.impact_cents <> 0 OR d.movement_percent <> 0) AND d.ended_at >= p_since AND d.id <> ALL (p_unwritten)
    AND EXISTS (SELECT 1 FROM ns_pending_pushes p
                WHERE p.tenant_id = d.tenant_id AND p.action_id = d.id AND p.last_sent_at IS NOT NULL)
$$;
