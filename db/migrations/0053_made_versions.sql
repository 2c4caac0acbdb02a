-- See docs/adr/0093.

-- The verification reads every version that names an action.
CREATE INDEX cache_versions_by_action ON cache_versions (tenant_id, action_id);

CREATE TRIGGER cache_versions_guard BEFORE INSERT ON cache_versions
  FOR EACH ROW EXECUTE FUNCTION guard_new_cache_version();
REVOKE INSERT ON cache_versions FROM countersign_app;
GRANT INSERT (tenant_id, action_id, action_key, payload_hash, name) ON cache_versions TO countersign_app;
