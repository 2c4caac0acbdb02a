-- What writes of ours go to when they do not go to NetSuite, each kept under its action key and so at most once; and who
-- watches what was applied without touching the gateway.
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

-- What the example consumer keeps: one row per applied action that concerned a customer.
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

-- A draft is what was approved; only what people did with it moves.
CREATE FUNCTION guard_email_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.action_id, NEW.action_key, NEW.payload_hash, NEW.customer_ref, NEW.to_text, NEW.cc_text,
      NEW.subject, NEW.body, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.tenant_id, OLD.action_id, OLD.action_key, OLD.payload_hash, OLD.customer_ref, OLD.to_text, OLD.cc_text,
      OLD.subject, OLD.body, OLD.created_at) THEN
    RAISE EXCEPTION 'draft % is immutable: only its status moves', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER email_drafts_guard BEFORE UPDATE ON email_drafts FOR EACH ROW EXECUTE FUNCTION guard_email_draft();

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['email_drafts', 'cache_versions', 'customer_watch'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_tenant ON %I TO countersign_app USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id())', v_table);
    EXECUTE format('CREATE POLICY owner_sets_up ON %I TO countersign_owner USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO countersign_app', v_table);
  END LOOP;
END $$;
GRANT UPDATE (status, changed_by_label, changed_at) ON email_drafts TO countersign_app;
