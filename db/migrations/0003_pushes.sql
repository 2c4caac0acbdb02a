-- Delivery to NetSuite and its proof.
--
-- push status   who moves it on
-- queued        the push function takes a lease: pushing; a person: cancelled
-- pushing       the holder of the lease settles it: applied, queued (not executed), unknown, stale, dead
-- unknown       a probe settles it: applied, queued (proven unwritten), stale, dead
-- dead          reconciliation (transient causes, bounded) or an admin: queued; a person: cancelled
-- applied, stale, cancelled     nobody: final

CREATE TABLE ns_pending_pushes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  action_id bigint NOT NULL,
  -- An action has one line or more, and each line is a push with its own key, lease, verdict and receipt.
  line_no integer NOT NULL CHECK (line_no >= 1),
  -- The idempotency key that NetSuite's own ledger record carries; holds the action id, so A→B→A stays lawful.
  action_key text NOT NULL,
  -- Pushes that share it touch one record and go in the order of their approvals.
  record_key text NOT NULL,
  destination text NOT NULL DEFAULT 'netsuite' CHECK (destination IN ('netsuite', 'internal')),
  payload_json jsonb NOT NULL,
  payload_hash text NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (
    status IN ('queued', 'pushing', 'applied', 'unknown', 'stale', 'dead', 'cancelled')
  ),
  -- Tries that failed and count towards the limit; throttling, switches and a halted lane count nothing.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- The fence: rises with every lease, and a settle must name the one it holds.
  lease_attempt integer NOT NULL DEFAULT 0,
  lease_owner text,
  lease_expires_at timestamptz,
  -- When a queued push may be sent and an unknown one may be asked about.
  next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- After an unknown outcome nothing is sent again before this time and a negative probe.
  hold_until timestamptz,
  probed_at timestamptz,
  sent_at timestamptz,
  failure_class text CHECK (
    failure_class IN ('not_executed', 'unknown', 'conflict', 'stale', 'terminal', 'lane_halt', 'transient')
  ),
  last_error_json jsonb,
  reconcile_rounds integer NOT NULL DEFAULT 0,
  -- How often delivery was asked for; part of the event id, so that a re-send is not taken for a duplicate.
  send_round integer NOT NULL DEFAULT 0,
  ns_internal_id text,
  readback_json jsonb,
  verification text CHECK (verification IN ('verified', 'mismatch')),
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  applied_at timestamptz,
  ended_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT ns_pending_pushes_one_per_line UNIQUE (action_id, line_no),
  UNIQUE (tenant_id, action_key),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id),
  CONSTRAINT pushing_is_leased CHECK (
    (status = 'pushing') = (lease_owner IS NOT NULL) AND (lease_owner IS NULL) = (lease_expires_at IS NULL)
  ),
  CONSTRAINT applied_is_proven CHECK (
    (status = 'applied') = (applied_at IS NOT NULL)
    AND (status <> 'applied' OR (ns_internal_id IS NOT NULL AND verification IS NOT NULL))
  ),
  CONSTRAINT unknown_is_held CHECK (status <> 'unknown' OR hold_until IS NOT NULL)
);
CREATE INDEX ns_pending_pushes_open ON ns_pending_pushes (tenant_id, status, next_attempt_at)
  WHERE status IN ('queued', 'pushing', 'unknown', 'dead');
CREATE INDEX ns_pending_pushes_by_record ON ns_pending_pushes (tenant_id, record_key, id)
  WHERE status IN ('queued', 'pushing', 'unknown');

-- The account's circuit breaker: one row per tenant.
CREATE TABLE push_lanes (
  tenant_id bigint PRIMARY KEY REFERENCES tenants (id),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'halted')),
  code text,
  message text,
  halted_at timestamptz,
  -- When one push may try again to see whether the account answers.
  probe_at timestamptz,
  last_reconciled_at timestamptz,
  CONSTRAINT halted_says_why CHECK (state = 'open' OR (code IS NOT NULL AND halted_at IS NOT NULL))
);

CREATE TABLE ns_push_dlq_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  push_id bigint NOT NULL,
  action_id bigint NOT NULL,
  payload_json jsonb NOT NULL,
  error_json jsonb NOT NULL,
  attempts integer NOT NULL,
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  replayed_at timestamptz,
  replayed_by_label text,
  payload_blanked_at timestamptz,
  FOREIGN KEY (tenant_id, push_id) REFERENCES ns_pending_pushes (tenant_id, id),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id)
);
CREATE INDEX ns_push_dlq_log_open ON ns_push_dlq_log (tenant_id, id) WHERE replayed_at IS NULL;
CREATE INDEX ns_push_dlq_log_replayed ON ns_push_dlq_log (tenant_id, replayed_at)
  WHERE replayed_at IS NOT NULL AND payload_blanked_at IS NULL;

CREATE TABLE proposed_actions_applied_mirror (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  action_id bigint NOT NULL UNIQUE,
  action_type text NOT NULL,
  entity_type text NOT NULL,
  entity_ref text NOT NULL,
  payload_json jsonb NOT NULL,
  payload_hash text NOT NULL,
  ns_internal_id text NOT NULL,
  -- 'partial': of an applied roll some lines were not written.
  verification text NOT NULL CHECK (verification IN ('verified', 'mismatch', 'partial')),
  decided_by_label text NOT NULL,
  approved_at timestamptz NOT NULL,
  applied_at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id)
);

-- One per side effect: the request, the outcome, whether and how it can be taken back.
CREATE TABLE action_receipts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  idempotency_key text NOT NULL,
  action_id bigint NOT NULL,
  push_id bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('started', 'applied', 'unknown', 'failed', 'stale')),
  request_metadata jsonb NOT NULL,
  response_metadata jsonb,
  verification text CHECK (verification IN ('verified', 'mismatch')),
  reversible boolean NOT NULL DEFAULT false,
  how_to_reverse jsonb,
  correlation_id text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  completed_at timestamptz,
  UNIQUE (tenant_id, idempotency_key),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id),
  FOREIGN KEY (tenant_id, push_id) REFERENCES ns_pending_pushes (tenant_id, id),
  CONSTRAINT completed_has_answer CHECK ((status IN ('started', 'unknown')) OR completed_at IS NOT NULL)
);

-- Events for Inngest, each written with the change that causes it. Bodies hold ids only.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  event_name text NOT NULL,
  -- Dedupes for 24 hours at the receiver; a deliberate re-send carries a new round in it.
  event_id text NOT NULL,
  body_json jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_error text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sent_at timestamptz,
  UNIQUE (tenant_id, event_id)
);
CREATE INDEX outbox_unsent ON outbox (tenant_id, next_attempt_at) WHERE sent_at IS NULL;
CREATE INDEX outbox_sent ON outbox (tenant_id, sent_at) WHERE sent_at IS NOT NULL;
