-- Token buckets: how many tries an asker has left. An asker without a row has a full bucket.
CREATE TABLE quota_buckets (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  -- `agent:7`, `tenant`, `person:3`
  asker text NOT NULL,
  tokens double precision NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, asker)
);
ALTER TABLE quota_buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE quota_buckets FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON quota_buckets TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON quota_buckets TO countersign_app
  USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
GRANT SELECT, INSERT, UPDATE (tokens, at) ON quota_buckets TO countersign_app;
