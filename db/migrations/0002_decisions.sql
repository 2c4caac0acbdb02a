-- Deciding: votes and claims, the tokens that the highest tier asks for, the switches that block, the policy that is
-- asked, and the signatures that let trivial writes go without a tap.

-- Every vote and every deciding claim, one row each, never changed.
CREATE TABLE decisions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  action_id bigint NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approve', 'reject')),
  outcome text NOT NULL CHECK (outcome IN ('claimed', 'vote_recorded')),
  payload_hash text NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('person', 'policy')),
  actor_user_id bigint REFERENCES users (id),
  actor_label text NOT NULL,
  comment text,
  channel text NOT NULL CHECK (channel IN ('page', 'api', 'bulk', 'policy', 'slack', 'mail')),
  policy_version integer NOT NULL,
  policy_hash text NOT NULL,
  policy_rule text NOT NULL,
  edit_token_id bigint,
  standing_authorisation_id bigint,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id),
  UNIQUE (action_id, actor_user_id, decision)
);
CREATE UNIQUE INDEX decisions_one_claim ON decisions (action_id) WHERE outcome = 'claimed';

-- A person earns one at L5 by typing the reference and proving a second factor: one decision, on one payload, once.
CREATE TABLE edit_tokens (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  user_id bigint NOT NULL REFERENCES users (id),
  action_id bigint NOT NULL,
  payload_hash text NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approve', 'reject')),
  token_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id)
);
CREATE INDEX edit_tokens_over ON edit_tokens (tenant_id, (coalesce(used_at, expires_at)));

-- Always six rows per tenant's view: three global (tenant_id null), three of its own. A missing row counts as engaged.
CREATE TABLE kill_switches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint REFERENCES tenants (id),
  name text NOT NULL CHECK (name IN ('ns_writes', 'proposed_apply', 'high_risk_ops')),
  engaged boolean NOT NULL DEFAULT false,
  reason text,
  changed_by_label text,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  chain_head text NOT NULL DEFAULT '',
  chain_seq integer NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (tenant_id, name),
  CONSTRAINT engaged_has_reason CHECK (NOT engaged OR length(trim(coalesce(reason, ''))) > 0)
);
INSERT INTO kill_switches (tenant_id, name)
  SELECT NULL, n FROM unnest(ARRAY['ns_writes', 'proposed_apply', 'high_risk_ops']) AS n;

CREATE TABLE policies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  version integer NOT NULL CHECK (version > 0),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  cedar_text text NOT NULL CHECK (octet_length(cedar_text) <= 262144),
  note text NOT NULL DEFAULT '',
  created_by_label text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, version)
);

-- A named admin's signature that lets trivial writes go without a tap: which, how many, how long.
CREATE TABLE standing_authorisations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  action_types text[] NOT NULL CHECK (cardinality(action_types) BETWEEN 1 AND 50),
  risk_level_max smallint NOT NULL CHECK (risk_level_max = 1),
  per_day_max integer NOT NULL CHECK (per_day_max BETWEEN 1 AND 100000),
  policy_version integer NOT NULL,
  signed_by_user_id bigint NOT NULL REFERENCES users (id),
  signed_by_label text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);

-- The answer of decide_action.
CREATE TYPE decide_outcome AS (
  outcome text,
  status text,
  risk_level smallint,
  decision text,
  decided_by text,
  decided_by_user_id bigint,
  decided_at timestamptz,
  expires_at timestamptz,
  approvals smallint,
  required_approvals smallint,
  blocked_by text,
  blocked_since timestamptz,
  push_id bigint,
  outbox_ids bigint[],
  ended_by text
);

-- The answer of read_decision_context.
CREATE TYPE decision_context AS (
  action_type text,
  payload_text text,
  payload_hash text,
  risk_level smallint,
  impact_cents bigint,
  customer_ref text,
  agent_name text,
  on_behalf_of_user_id bigint,
  required_approvals smallint,
  requires_step_up boolean,
  status text,
  policy_version integer,
  policy_hash text,
  policy_text text,
  approver_count integer,
  correlation_id text,
  trace_id text
);
