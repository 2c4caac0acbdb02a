-- Browsers that their people subscribed to notifications. See docs/adr/0124.
CREATE TABLE push_devices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  user_id bigint NOT NULL,
  -- The push service's address of this browser, as the browser said it.
  endpoint text NOT NULL CHECK (char_length(endpoint) BETWEEN 1 AND 2048),
  -- The browser's public key and its shared secret, base64url. Nobody writes to the browser without our own key.
  p256dh text NOT NULL CHECK (char_length(p256dh) BETWEEN 80 AND 100),
  auth text NOT NULL CHECK (char_length(auth) BETWEEN 20 AND 30),
  user_agent text CHECK (char_length(user_agent) <= 400),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What the push service took last.
  sent_at timestamptz,
  ended_at timestamptz,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id)
);
-- A browser is one person's at a time.
CREATE UNIQUE INDEX push_devices_live ON push_devices (tenant_id, endpoint) WHERE ended_at IS NULL;
CREATE INDEX push_devices_of_person ON push_devices (tenant_id, user_id) WHERE ended_at IS NULL;
SELECT wall_in('push_devices');
GRANT INSERT (tenant_id, user_id, endpoint, p256dh, auth, user_agent), UPDATE (p256dh, auth, sent_at, ended_at)
  ON push_devices TO countersign_app;
