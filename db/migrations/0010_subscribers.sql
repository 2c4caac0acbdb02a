-- What each subscriber did about each action, once: an event may arrive twice. The page of subscribers reads it.
CREATE TABLE subscriber_receipts (
  tenant_id bigint NOT NULL,
  subscriber text NOT NULL CHECK (subscriber ~ '^[a-z][a-z-]{0,62}$'),
  action_id bigint NOT NULL,
  -- In words for the page. Null: the event did not concern it.
  outcome text,
  handled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, subscriber, action_id),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id)
);
CREATE INDEX subscriber_receipts_newest ON subscriber_receipts (tenant_id, subscriber, handled_at DESC);
ALTER TABLE subscriber_receipts ENABLE ROW LEVEL SECURITY;
ALTER TABLE subscriber_receipts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON subscriber_receipts TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON subscriber_receipts TO countersign_app
  USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
GRANT SELECT, INSERT ON subscriber_receipts TO countersign_app;

-- The watcher follows approvals now.
ALTER TABLE customer_watch RENAME COLUMN applied_at TO approved_at;
