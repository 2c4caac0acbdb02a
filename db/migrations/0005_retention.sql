-- How long each kind of data is kept.
--
-- kind                  after its period
-- sent_outbox           rows that Inngest accepted are deleted; their ids dedupe for 24 hours, hence two days at least
-- edit_tokens           used and expired ones are deleted; a decision keeps the id of the one that it spent
-- dead_letter_payloads  of replayed letters the copy of the payload and NetSuite's own words are blanked
-- agent_prose           reason, evidence and conversation of ended actions are blanked
-- Everything else is kept: this product exists to show who approved and did which write (docs/adr/0028).

CREATE TABLE retention_periods (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  kind text NOT NULL,
  days integer NOT NULL,
  reason text,
  changed_by_label text,
  changed_at timestamptz,
  PRIMARY KEY (tenant_id, kind),
  -- Receipts, idempotency keys, decisions, events and the mirror have no period, so that none can be set for them.
  CONSTRAINT retention_kind_may_end CHECK (
    kind IN ('sent_outbox', 'edit_tokens', 'dead_letter_payloads', 'agent_prose')
  ),
  -- lib/core/ledger/retention.ts says the same; a test compares them.
  CONSTRAINT retention_within_limits CHECK (
    days BETWEEN CASE kind WHEN 'sent_outbox' THEN 2 WHEN 'edit_tokens' THEN 1 ELSE 30 END AND 3650
  ),
  CONSTRAINT changed_period_says_why CHECK (
    changed_at IS NULL OR (changed_by_label IS NOT NULL AND length(trim(coalesce(reason, ''))) > 0)
  )
);

-- One row per tenant and run, with its counts; kept for 400 days.
CREATE TABLE retention_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  started_by_label text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: it broke off; the next run goes on where it ended.
  ended_at timestamptz,
  -- {kind: rows}
  counts_json jsonb NOT NULL DEFAULT '{}',
  -- False: it stopped at its limit and the next run goes on.
  complete boolean NOT NULL DEFAULT false
);
CREATE INDEX retention_runs_newest ON retention_runs (tenant_id, id DESC);
