-- Whether viewers see the content of proposed actions. A tenant without a row has not decided it, and hides it.
CREATE TABLE content_settings (
  tenant_id bigint PRIMARY KEY REFERENCES tenants (id),
  viewers_see_content boolean NOT NULL DEFAULT false,
  reason text NOT NULL CONSTRAINT content_setting_says_why CHECK (length(trim(reason)) > 0),
  changed_by_label text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE content_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE content_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON content_settings TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON content_settings TO countersign_app
  USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
GRANT SELECT, INSERT, UPDATE (viewers_see_content, reason, changed_by_label, changed_at) ON content_settings
  TO countersign_app;
