-- Indexes that count a filtered list by tier without reading its rows. The tier is no key of theirs, because it would
-- break the order of the list (docs/adr/0101).

DROP INDEX proposed_actions_pending_by_type;
CREATE INDEX proposed_actions_pending_by_type ON proposed_actions (tenant_id, action_type, expires_at, id)
  INCLUDE (risk_level) WHERE status = 'pending';
DROP INDEX proposed_actions_pending_by_agent;
CREATE INDEX proposed_actions_pending_by_agent ON proposed_actions (tenant_id, agent_id, expires_at, id)
  INCLUDE (risk_level) WHERE status = 'pending';
DROP INDEX proposed_actions_pending_by_customer;
CREATE INDEX proposed_actions_pending_by_customer ON proposed_actions (tenant_id, customer_ref, expires_at, id)
  INCLUDE (risk_level) WHERE status = 'pending';

DROP INDEX proposed_actions_ended_by_outcome;
CREATE INDEX proposed_actions_ended_by_outcome ON proposed_actions (tenant_id, status,
  (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
    WHEN decided_at IS NOT NULL THEN decided_at ELSE created_at END), id)
  INCLUDE (risk_level) WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_type;
CREATE INDEX proposed_actions_ended_by_type ON proposed_actions (tenant_id, action_type,
  (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
    WHEN decided_at IS NOT NULL THEN decided_at ELSE created_at END), id)
  INCLUDE (risk_level) WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_agent;
CREATE INDEX proposed_actions_ended_by_agent ON proposed_actions (tenant_id, agent_id,
  (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
    WHEN decided_at IS NOT NULL THEN decided_at ELSE created_at END), id)
  INCLUDE (risk_level) WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_customer;
CREATE INDEX proposed_actions_ended_by_customer ON proposed_actions (tenant_id, customer_ref,
  (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
    WHEN decided_at IS NOT NULL THEN decided_at ELSE created_at END), id)
  INCLUDE (risk_level) WHERE status NOT IN ('pending', 'approved');
