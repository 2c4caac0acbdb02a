-- The seconds after a decision at L2 or L3 on a page in which the person who made it may take it back. A tenant without
-- a row has those of grace_seconds.
CREATE TABLE grace_settings (
  tenant_id bigint PRIMARY KEY REFERENCES tenants (id),
  seconds integer NOT NULL CONSTRAINT grace_is_bounded CHECK (seconds BETWEEN 0 AND 60),
  reason text NOT NULL CONSTRAINT grace_setting_says_why CHECK (length(trim(reason)) > 0),
  changed_by_label text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE grace_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE grace_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON grace_settings TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON grace_settings TO countersign_app
  USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
GRANT SELECT, INSERT, UPDATE (seconds, reason, changed_by_label, changed_at) ON grace_settings TO countersign_app;

-- Until then the decision may be taken back. Null: it may not.
ALTER TABLE proposed_actions ADD COLUMN grace_until timestamptz;
-- The same on each push of an approval, and no statement makes it due sooner.
ALTER TABLE ns_pending_pushes ADD COLUMN grace_until timestamptz,
  ADD CONSTRAINT grace_is_waited_out CHECK (next_attempt_at >= grace_until);
ALTER TYPE decide_outcome ADD ATTRIBUTE grace_until timestamptz;
