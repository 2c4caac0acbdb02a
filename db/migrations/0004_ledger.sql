-- The ledger. Each subject has a hash chain of its own, so that concurrent decisions never wait for one another:
-- hash = sha256(prev_hash, newline, body_text), all as UTF-8.
CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint REFERENCES tenants (id),
  event_type text NOT NULL,
  entity_type text NOT NULL CHECK (entity_type ~ '^[a-z][a-z_]{0,62}$'),
  entity_id bigint NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  prev_hash text NOT NULL,
  hash text NOT NULL,
  -- The bytes that were hashed: everything an auditor needs. The other columns repeat parts of it for queries.
  body_text text NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('person', 'agent', 'policy', 'system')),
  actor_label text NOT NULL,
  occurred_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (tenant_id, entity_type, entity_id, seq)
);
CREATE INDEX events_newest ON events (tenant_id, id DESC);

-- Heads of the chains whose subject has no row of its own to hold one: lanes, periods, people, agents.
CREATE TABLE ledger_subjects (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  entity_type text NOT NULL CHECK (
    entity_type ~ '^[a-z][a-z_]{0,62}$' AND entity_type NOT IN ('proposed_action', 'kill_switch')
  ),
  entity_id bigint NOT NULL,
  chain_head text NOT NULL DEFAULT '',
  chain_seq integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, entity_type, entity_id)
);

-- Shows the time between a person's approval and NetSuite's answer. Runs with the caller's rights: tenants stay apart.
CREATE VIEW reflexion_log WITH (security_invoker = true) AS
  SELECT e.id AS event_id, e.tenant_id, e.entity_type, e.entity_id, a.action_type, a.risk_level,
         a.created_at AS proposed_at, a.decided_at AS approved_at, a.applied_at,
         extract(epoch FROM a.decided_at - a.created_at) * 1000 AS decision_delay_ms,
         extract(epoch FROM a.applied_at - a.decided_at) * 1000 AS approved_to_applied_ms
  FROM events e
  JOIN proposed_actions a ON a.id = e.entity_id AND a.tenant_id = e.tenant_id
  WHERE e.entity_type = 'proposed_action' AND e.event_type = 'hitl.applied';
