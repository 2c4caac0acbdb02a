-- Somebody who approved an action is told when it went stale, gave up or reads back differently, until they dismiss the
-- notice. Nothing is stored of the notice itself: it follows from the action, and is told again when a trouble arises
-- after its dismissal.
CREATE TABLE dismissed_notices (
  tenant_id bigint NOT NULL,
  user_id bigint NOT NULL REFERENCES users (id),
  action_id bigint NOT NULL,
  dismissed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, user_id, action_id),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id)
);
ALTER TABLE dismissed_notices ENABLE ROW LEVEL SECURITY;
ALTER TABLE dismissed_notices FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON dismissed_notices TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON dismissed_notices TO countersign_app
  USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
GRANT SELECT, INSERT, UPDATE (dismissed_at) ON dismissed_notices TO countersign_app;

-- Troubles are few among many rows, and counted for everybody every ten seconds.
CREATE INDEX proposed_actions_stale ON proposed_actions (tenant_id, ended_at) WHERE status = 'stale';
CREATE INDEX ns_pending_pushes_mismatched ON ns_pending_pushes (tenant_id, applied_at) WHERE verification = 'mismatch';
