-- One row per write that somebody wants done. Its content never changes; only the status moves.
--
-- status     who moves it on
-- pending    a person (approve, reject), the agent (withdraw), an editor (superseded), the expiry sweep
-- approved   the push: applied or stale; while nothing was sent, a person: cancelled, superseded
-- applied, rejected, expired, cancelled, superseded, stale     nobody: final

CREATE TABLE proposed_actions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  action_type text NOT NULL CHECK (action_type ~ '^[a-z][a-z0-9_]{0,62}$'),
  entity_type text NOT NULL CHECK (length(entity_type) BETWEEN 1 AND 64),
  entity_ref text NOT NULL CHECK (length(entity_ref) BETWEEN 1 AND 200),

  -- The whole intended write. payload_text is the canonical JSON that is hashed, shown and executed;
  -- payload_json is the same, for queries (jsonb keeps neither digits nor key order).
  payload_json jsonb NOT NULL,
  payload_text text NOT NULL CHECK (octet_length(payload_text) <= 262144),
  payload_hash text NOT NULL CHECK (payload_hash ~ '^[0-9a-f]{64}$'),
  -- Same tenant, type, target and values: this defines "the same proposal again".
  input_fingerprint text NOT NULL CHECK (input_fingerprint ~ '^[0-9a-f]{64}$'),
  -- Rows that share this need the same live value: at most one of them can be written, so their impact counts once.
  precondition_key text,

  -- Set by set_risk_level; the values of an insert are overwritten.
  risk_level smallint NOT NULL DEFAULT 5 CHECK (risk_level BETWEEN 1 AND 5),
  risk_rule text NOT NULL DEFAULT 'unset',
  risk_weighed jsonb NOT NULL DEFAULT '{}',

  -- The facts that the gateway itself read from NetSuite for this; null figures weigh as unknown (tier 4 at least).
  facts_json jsonb NOT NULL DEFAULT '{}',
  facts_read_at timestamptz,
  movement_percent numeric,
  impact_cents bigint,
  impact_currency text NOT NULL DEFAULT 'USD' CHECK (impact_currency ~ '^[A-Z]{3}$'),
  customer_ref text,
  sku text,
  -- The record as NetSuite itself names it (type:id); names and numbers can be spelled in many ways, this cannot.
  record_ref text,

  -- Who asks. The prose is the agent's own and is only ever shown as such.
  agent_id bigint NOT NULL,
  on_behalf_of_user_id bigint REFERENCES users (id),
  -- The person who wrote this version: an edit, a re-proposal or an undo. Null: it is the agent's own.
  author_user_id bigint REFERENCES users (id),
  reason text NOT NULL DEFAULT '',
  evidence_json jsonb NOT NULL DEFAULT '[]',
  conversation_ref text,
  -- When the retention sweep blanked the prose.
  prose_blanked_at timestamptz,
  model text,
  prompt_template_version text,
  correlation_id text NOT NULL,
  trace_id text,
  idempotency_key text,
  request_hash text NOT NULL,

  -- The policy that let it in, and the approvals that it asks for.
  policy_version integer NOT NULL,
  policy_hash text NOT NULL,
  policy_rule text NOT NULL,
  required_approvals smallint NOT NULL DEFAULT 1 CHECK (required_approvals BETWEEN 1 AND 5),
  requires_step_up boolean NOT NULL DEFAULT false,

  status text NOT NULL DEFAULT 'pending' CHECK (
    status IN ('pending', 'approved', 'rejected', 'expired', 'cancelled', 'superseded', 'applied', 'stale')
  ),
  -- Filled by the claim alone: who has approved so far.
  approvers bigint[] NOT NULL DEFAULT '{}',
  claim_token uuid,
  decision text CHECK (decision IN ('approve', 'reject')),
  decided_at timestamptz,
  decided_by_kind text CHECK (decided_by_kind IN ('person', 'policy')),
  decided_by_user_id bigint REFERENCES users (id),
  decided_by_label text,
  decision_comment text,
  ended_at timestamptz,
  ended_by_label text,
  end_reason text,
  applied_at timestamptz,
  ns_internal_id text,

  supersedes_id bigint REFERENCES proposed_actions (id),
  superseded_by_id bigint REFERENCES proposed_actions (id),
  undo_of_id bigint REFERENCES proposed_actions (id),

  -- Head of this action's own hash chain; every event advances it in the transaction that causes it.
  chain_head text NOT NULL DEFAULT '',
  chain_seq integer NOT NULL DEFAULT 0,

  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),

  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents (tenant_id, id),
  CONSTRAINT expires_after_creation CHECK (expires_at > created_at),
  CONSTRAINT pending_is_undecided CHECK (
    status <> 'pending' OR (decided_at IS NULL AND ended_at IS NULL AND claim_token IS NULL)
  ),
  CONSTRAINT approved_is_claimed CHECK (
    status NOT IN ('approved', 'applied', 'stale')
    OR (decision IS NOT DISTINCT FROM 'approve' AND decided_at IS NOT NULL AND claim_token IS NOT NULL
        AND cardinality(approvers) >= CASE decided_by_kind WHEN 'policy' THEN 0 ELSE required_approvals END)
  ),
  CONSTRAINT rejected_is_decided CHECK (
    status <> 'rejected' OR (decision IS NOT DISTINCT FROM 'reject' AND decided_at IS NOT NULL)
  ),
  CONSTRAINT applied_has_proof CHECK (
    (status = 'applied') = (applied_at IS NOT NULL) AND (status <> 'applied' OR ns_internal_id IS NOT NULL)
  ),
  CONSTRAINT ended_has_time CHECK (
    (status IN ('expired', 'cancelled', 'superseded', 'stale')) = (ended_at IS NOT NULL)
  ),
  CONSTRAINT decided_names_somebody CHECK (
    decided_at IS NULL OR (decided_by_kind IS NOT NULL AND decided_by_label IS NOT NULL)
  ),
  CONSTRAINT person_decides_as_themselves CHECK (
    decided_by_kind IS DISTINCT FROM 'person' OR decided_by_user_id IS NOT NULL
  )
);
CREATE UNIQUE INDEX proposed_actions_idempotency ON proposed_actions (tenant_id, agent_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX proposed_actions_inbox ON proposed_actions (tenant_id, status, id DESC);
CREATE INDEX proposed_actions_expiring ON proposed_actions (tenant_id, expires_at) WHERE status = 'pending';
CREATE INDEX proposed_actions_today ON proposed_actions (tenant_id, action_type, created_at) WHERE impact_cents <> 0;
CREATE INDEX proposed_actions_by_agent ON proposed_actions (tenant_id, agent_id, created_at);
CREATE INDEX proposed_actions_fingerprint ON proposed_actions (tenant_id, input_fingerprint, created_at);
-- An action is undone once: a second undo waits until the first was rejected, ran out or went stale.
CREATE UNIQUE INDEX proposed_actions_one_undo ON proposed_actions (undo_of_id)
  WHERE undo_of_id IS NOT NULL AND status IN ('pending', 'approved', 'applied');
CREATE INDEX proposed_actions_supersedes ON proposed_actions (supersedes_id) WHERE supersedes_id IS NOT NULL;
-- One version takes a row's place: of two re-proposals or edits that slip past every other guard, the second fails.
CREATE UNIQUE INDEX proposed_actions_one_successor ON proposed_actions (supersedes_id)
  WHERE supersedes_id IS NOT NULL AND status IN ('pending', 'approved', 'applied');
CREATE INDEX proposed_actions_prose_kept ON proposed_actions (tenant_id, (coalesce(applied_at, ended_at, decided_at)))
  WHERE prose_blanked_at IS NULL AND status NOT IN ('pending', 'approved');

-- The action types there are, for all tenants, as db/action-types.ts gives them after every migration.
CREATE TABLE action_types (
  -- '*' holds the rules that every type obeys besides its own.
  name text PRIMARY KEY CHECK (name = '*' OR name ~ '^[a-z][a-z0-9_]{0,62}$'),
  -- Types of one group share the day's sums.
  summed_as text NOT NULL,
  -- A new tenant's rules: [{name, measure, at_least, tier}].
  tier_rules jsonb NOT NULL
);

-- The thresholds of each tenant. A row lifts the tier when its measure reaches at_least; the highest row wins.
CREATE TABLE risk_tier_rules (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  -- '*' speaks for every type that has a base row of its own.
  action_type text NOT NULL,
  name text NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  measure text NOT NULL CHECK (
    measure IN ('base', 'movement_percent', 'cumulative_movement_percent', 'impact_cents', 'cumulative_customer_cents',
                'cumulative_sku_cents', 'cumulative_agent_cents', 'cumulative_entity_cents')
  ),
  at_least numeric,
  tier smallint NOT NULL CHECK (tier BETWEEN 1 AND 5),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, action_type, name),
  CONSTRAINT base_has_no_threshold CHECK ((measure = 'base') = (at_least IS NULL))
);
CREATE INDEX risk_tier_rules_by_type ON risk_tier_rules (tenant_id, action_type);
