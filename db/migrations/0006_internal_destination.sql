-- Writes that do not go to NetSuite, each kept under its action key and so at most once; and a consumer that watches
-- applied actions without touching the gateway.
--
-- draft status   who moves it on
-- open           a person: used (sent by hand) or discarded
-- used, discarded     a person: open again

CREATE TABLE email_drafts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  action_id bigint NOT NULL,
  action_key text NOT NULL,
  payload_hash text NOT NULL,
  customer_ref text NOT NULL,
  -- Addresses, comma-separated, as approved. Nothing here sends.
  to_text text NOT NULL,
  cc_text text,
  subject text NOT NULL,
  body text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'used', 'discarded')),
  changed_by_label text,
  changed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, action_key),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id)
);
CREATE INDEX email_drafts_newest ON email_drafts (tenant_id, status, id DESC);

-- One row per invalidation; the highest version is the one that holds.
CREATE TABLE cache_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL,
  action_id bigint NOT NULL,
  action_key text NOT NULL,
  payload_hash text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  version bigint NOT NULL CHECK (version > 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, action_key),
  UNIQUE (tenant_id, name, version),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id)
);

-- The example consumer's own table: one row per applied action that concerned a customer.
CREATE TABLE customer_watch (
  tenant_id bigint NOT NULL,
  action_id bigint NOT NULL,
  customer_ref text NOT NULL,
  action_type text NOT NULL,
  impact_cents bigint,
  applied_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, action_id),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id)
);
CREATE INDEX customer_watch_by_customer ON customer_watch (tenant_id, customer_ref, applied_at DESC);
