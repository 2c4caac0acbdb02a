-- The history goes by the moment at which its actions ended, which is the time that its rows show. Each of its
-- filters has an index in that order. The ones in the order of ids go, and so does that of its days, which the first
-- one serves.

CREATE INDEX proposed_actions_ended_by_time
  ON proposed_actions (tenant_id, (coalesce(applied_at, ended_at, decided_at, created_at)), id)
  WHERE status NOT IN ('pending', 'approved');
DROP INDEX proposed_actions_ended_by_day;

CREATE INDEX proposed_actions_ended_by_outcome
  ON proposed_actions (tenant_id, status, (coalesce(applied_at, ended_at, decided_at, created_at)), id)
  WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_tier;
CREATE INDEX proposed_actions_ended_by_tier
  ON proposed_actions (tenant_id, risk_level, (coalesce(applied_at, ended_at, decided_at, created_at)), id)
  WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_type;
CREATE INDEX proposed_actions_ended_by_type
  ON proposed_actions (tenant_id, action_type, (coalesce(applied_at, ended_at, decided_at, created_at)), id)
  WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_agent;
CREATE INDEX proposed_actions_ended_by_agent
  ON proposed_actions (tenant_id, agent_id, (coalesce(applied_at, ended_at, decided_at, created_at)), id)
  WHERE status NOT IN ('pending', 'approved');

DROP INDEX proposed_actions_ended_by_customer;
CREATE INDEX proposed_actions_ended_by_customer
  ON proposed_actions (tenant_id, customer_ref, (coalesce(applied_at, ended_at, decided_at, created_at)), id)
  WHERE status NOT IN ('pending', 'approved');
