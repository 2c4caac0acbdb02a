-- The order of a phone: what one tap approves, by its expiry, before what asks for more. The expression is that of
-- db/queries/actions/list-order.ts.

CREATE INDEX proposed_actions_pending_by_taps ON proposed_actions (
  tenant_id,
  (CASE WHEN risk_level >= 4 THEN 'infinity' ELSE expires_at END),
  id
) WHERE status = 'pending';
