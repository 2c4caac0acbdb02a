-- A key of several times is a CASE: under row-level security Postgres looks a condition up in an index only where it
-- cannot leak, and takes COALESCE for a form that might. The deepest page of a million ended actions took 1.2 seconds
-- (docs/adr/0094).

DROP INDEX proposed_actions_ended_by_time;
CREATE INDEX proposed_actions_ended_by_time ON proposed_actions (tenant_id,
  (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
    WHEN decided_at IS NOT NULL THEN decided_at ELSE created_at END), id)
  WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_outcome;
CREATE INDEX proposed_actions_ended_by_outcome ON proposed_actions (tenant_id, status,
  (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
    WHEN decided_at IS NOT NULL THEN decided_at ELSE created_at END), id)
  WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_tier;
CREATE INDEX proposed_actions_ended_by_tier ON proposed_actions (tenant_id, risk_level,
  (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
    WHEN decided_at IS NOT NULL THEN decided_at ELSE created_at END), id)
  WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_type;
CREATE INDEX proposed_actions_ended_by_type ON proposed_actions (tenant_id, action_type,
  (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
    WHEN decided_at IS NOT NULL THEN decided_at ELSE created_at END), id)
  WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_agent;
CREATE INDEX proposed_actions_ended_by_agent ON proposed_actions (tenant_id, agent_id,
  (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
    WHEN decided_at IS NOT NULL THEN decided_at ELSE created_at END), id)
  WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_customer;
CREATE INDEX proposed_actions_ended_by_customer ON proposed_actions (tenant_id, customer_ref,
  (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at
    WHEN decided_at IS NOT NULL THEN decided_at ELSE created_at END), id)
  WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_prose_kept;
CREATE INDEX proposed_actions_prose_kept ON proposed_actions (tenant_id,
  (CASE WHEN applied_at IS NOT NULL THEN applied_at WHEN ended_at IS NOT NULL THEN ended_at ELSE decided_at END))
  WHERE prose_blanked_at IS NULL AND status NOT IN ('pending', 'approved');
