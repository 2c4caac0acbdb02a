-- How much agents may propose and have waiting, as administrators set it, and agents that are paused. See
-- docs/adr/0143.

-- One row a tenant. A tenant without a row has the limits as shipped, which stand in lib/core/limits.ts.
CREATE TABLE proposal_limits (
  tenant_id bigint PRIMARY KEY REFERENCES tenants (id),
  -- Proposals of all agents in a minute. Null: as many as the installation allows.
  per_minute_max integer CHECK (per_minute_max BETWEEN 1 AND 100000),
  -- So many wait for a decision at once: in all, and at L4 and L5.
  pending_max integer NOT NULL CHECK (pending_max BETWEEN 1 AND 100000),
  high_max integer NOT NULL CHECK (high_max BETWEEN 1 AND 100000),
  -- At L4 and L5 of one agent; each agent has its own limit of all tiers.
  agent_high_max integer NOT NULL CHECK (agent_high_max BETWEEN 1 AND 100000),
  -- Of one record.
  record_max integer NOT NULL CHECK (record_max BETWEEN 1 AND 10000),
  record_high_max integer NOT NULL CHECK (record_high_max BETWEEN 1 AND 10000),
  reason text NOT NULL CONSTRAINT proposal_limits_say_why CHECK (length(trim(reason)) > 0),
  changed_by_label text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT high_tiers_are_a_part CHECK (high_max <= pending_max AND record_high_max <= record_max)
);
SELECT wall_in('proposal_limits');
GRANT INSERT,
      UPDATE (per_minute_max, pending_max, high_max, agent_high_max, record_max, record_high_max, reason,
              changed_by_label, changed_at)
  ON proposal_limits TO countersign_app;

-- Since when an administrator has held the agent back. Null: it proposes.
ALTER TABLE agents ADD COLUMN paused_at timestamptz
  CHECK (paused_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00');
GRANT UPDATE (paused_at) ON agents TO countersign_app;

-- Counts what waits for one record without reading the rows.
CREATE INDEX proposed_actions_pending_by_record ON proposed_actions (tenant_id, record_ref, expires_at)
  INCLUDE (risk_level) WHERE status = 'pending';
