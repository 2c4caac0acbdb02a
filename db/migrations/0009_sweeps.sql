-- When Inngest last called the sweep of every minute, tenant by tenant. Without a row it never has.
CREATE TABLE sweeps (
  tenant_id bigint PRIMARY KEY REFERENCES tenants (id),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE sweeps ENABLE ROW LEVEL SECURITY;
ALTER TABLE sweeps FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON sweeps TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON sweeps TO countersign_app
  USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
GRANT SELECT, INSERT, UPDATE (last_at) ON sweeps TO countersign_app;
