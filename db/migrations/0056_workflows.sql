-- Workflows: their versions, which never change, and which of them is in force. See docs/adr/0098.

CREATE TABLE workspaces (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  name text NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, name),
  UNIQUE (tenant_id, id)
);

CREATE TABLE workflows (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  workspace_id bigint NOT NULL,
  -- As its text says, and the tenant's own: a run and a call name it.
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{0,52}$'),
  -- Its runs propose as this agent.
  agent_id bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, name),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspaces (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents (tenant_id, id)
);

CREATE TABLE workflow_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  workflow_id bigint NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  -- Of the definition: two texts that mean the same are one version.
  hash text NOT NULL,
  source text NOT NULL,
  -- Canonical JSON.
  definition_text text NOT NULL,
  created_by_user_id bigint NOT NULL REFERENCES users (id),
  created_by_label text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, workflow_id, number),
  UNIQUE (tenant_id, workflow_id, hash),
  UNIQUE (tenant_id, workflow_id, id),
  FOREIGN KEY (tenant_id, workflow_id) REFERENCES workflows (tenant_id, id),
  CONSTRAINT hash_is_of_the_definition CHECK (hash = encode(sha256(convert_to(definition_text, 'UTF8')), 'hex'))
);
CREATE TRIGGER workflow_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON workflow_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The newest one is in force. Without a version nothing of the workflow starts.
CREATE TABLE workflow_publications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  workflow_id bigint NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  version_id bigint,
  note text NOT NULL,
  by_user_id bigint NOT NULL REFERENCES users (id),
  by_label text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The app's own, made with a key that the database does not have: a version without one never runs.
  seal text NOT NULL,
  UNIQUE (tenant_id, workflow_id, number),
  FOREIGN KEY (tenant_id, workflow_id) REFERENCES workflows (tenant_id, id),
  FOREIGN KEY (tenant_id, workflow_id, version_id) REFERENCES workflow_versions (tenant_id, workflow_id, id)
);
CREATE TRIGGER workflow_publications_append_only BEFORE DELETE OR TRUNCATE ON workflow_publications
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER workflow_publications_guard BEFORE UPDATE ON workflow_publications
  FOR EACH ROW EXECUTE FUNCTION guard_publication();

-- What steps send and nobody reads: encrypted for their workflow's rows alone, with their name.
CREATE TABLE workflow_secrets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  workflow_id bigint NOT NULL,
  name text NOT NULL CHECK (name ~ '^[A-Z][A-Z0-9_]{0,47}$'),
  sealed text NOT NULL,
  set_by_label text NOT NULL,
  set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, workflow_id, name),
  FOREIGN KEY (tenant_id, workflow_id) REFERENCES workflows (tenant_id, id)
);

-- Addresses at which somebody outside begins runs. The key that signs each call is encrypted for its row alone.
CREATE TABLE workflow_webhooks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  workflow_id bigint NOT NULL,
  -- As the workflow's text names it.
  name text NOT NULL CHECK (name ~ '^[a-z][a-z0-9_]{0,47}$'),
  sealed text NOT NULL,
  set_by_label text NOT NULL,
  set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (tenant_id, workflow_id, name),
  FOREIGN KEY (tenant_id, workflow_id) REFERENCES workflows (tenant_id, id)
);

DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY[
    'workspaces', 'workflows', 'workflow_versions', 'workflow_publications', 'workflow_secrets',
    'workflow_webhooks'] LOOP
    PERFORM wall_in(v_table);
  END LOOP;
END $$;
GRANT INSERT (tenant_id, name) ON workspaces TO countersign_app;
GRANT INSERT (tenant_id, workspace_id, name, agent_id) ON workflows TO countersign_app;
GRANT INSERT (tenant_id, workflow_id, number, hash, source, definition_text, created_by_user_id, created_by_label)
  ON workflow_versions TO countersign_app;
GRANT INSERT (tenant_id, workflow_id, number, version_id, note, by_user_id, by_label, seal), UPDATE (seal)
  ON workflow_publications TO countersign_app;
GRANT INSERT (tenant_id, workflow_id, name, sealed, set_by_label), UPDATE (sealed, set_by_label, set_at)
  ON workflow_secrets TO countersign_app;
GRANT INSERT (tenant_id, workflow_id, name, sealed, set_by_label), UPDATE (sealed, set_by_label, set_at)
  ON workflow_webhooks TO countersign_app;
-- Whose webhook it is must be known before the tenant is.
CREATE POLICY lookup_reads ON workflow_webhooks FOR SELECT TO countersign_lookup USING (true);
GRANT SELECT ON workflow_webhooks TO countersign_lookup;
