-- Each change of a tenant's thresholds is a version with a seal of the app (docs/adr/0077). The migrator, which has the
-- key, adds the first version of the tenants that are there; equip_tenant adds that of a new one.
CREATE TABLE threshold_versions (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  version integer NOT NULL CONSTRAINT threshold_versions_count_from_one CHECK (version > 0),
  -- rules_hash as the change left it.
  rules_hash text NOT NULL,
  -- Null until the app seals the version, in the transaction of the change.
  seal text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, version)
);
ALTER TABLE threshold_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE threshold_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON threshold_versions TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON threshold_versions TO countersign_app
  USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
-- set_threshold alone adds a version. A seal of the role's own making is worth nothing.
GRANT SELECT, UPDATE (seal) ON threshold_versions TO countersign_app;

-- The function from before adds no version: whoever called it would change thresholds under the seal that is there.
DROP FUNCTION IF EXISTS set_threshold(text, text, numeric, smallint, text, text, bigint);
ALTER TYPE decision_context ADD ATTRIBUTE thresholds_version integer, ADD ATTRIBUTE thresholds_hash text,
  ADD ATTRIBUTE thresholds_seal text;
