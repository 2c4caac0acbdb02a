-- How people are told of questions and of proposed actions, and what comes back. See docs/adr/0119.

-- The accounts by which a company sends: a workspace, a bot, or this installation's own mail.
CREATE TABLE channel_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  kind text NOT NULL CHECK (kind IN (
    'slack', 'email', 'webhook', 'teams', 'discord', 'telegram', 'web_push')),
  -- broken: the provider refuses our credentials, and an administrator has to connect it anew.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'broken', 'closed')),
  -- The provider's own id of it. Null: this installation's own, of which a company has one for each kind.
  external_id text CHECK (char_length(external_id) BETWEEN 1 AND 255),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 200),
  -- Its secrets, encrypted. Null: it has none of its own.
  sealed text,
  settings jsonb NOT NULL DEFAULT '{}',
  -- Nothing is sent before: the provider asked us to wait, or cannot be reached. Null: it sends.
  paused_until timestamptz,
  -- How often in a row the provider could not be reached.
  outages integer NOT NULL DEFAULT 0 CHECK (outages >= 0),
  health text NOT NULL DEFAULT 'ok' CHECK (health IN ('ok', 'failing')),
  -- Since when the health is so.
  health_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_error text CHECK (char_length(last_error) <= 500),
  opened_at timestamptz NOT NULL,
  opened_by_label text NOT NULL,
  closed_at timestamptz,
  UNIQUE (tenant_id, id),
  CONSTRAINT closed_has_its_time CHECK ((state = 'closed') = (closed_at IS NOT NULL))
);
-- A provider's account belongs to one company alone.
CREATE UNIQUE INDEX channel_accounts_external ON channel_accounts (kind, external_id)
  WHERE state <> 'closed' AND external_id IS NOT NULL;
CREATE UNIQUE INDEX channel_accounts_own ON channel_accounts (tenant_id, kind)
  WHERE state <> 'closed' AND external_id IS NULL;

-- Which of the provider's users is which person. A signature proves the provider; this row names the person.
CREATE TABLE channel_links (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  account_id bigint NOT NULL,
  external_user_id text NOT NULL CHECK (char_length(external_user_id) BETWEEN 1 AND 255),
  -- As the provider called them when they were linked.
  external_label text NOT NULL CHECK (char_length(external_label) BETWEEN 1 AND 200),
  user_id bigint NOT NULL,
  linked_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_by_label text,
  -- The app's. Null: written past it, and worth nothing.
  seal text,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES channel_accounts (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id),
  CONSTRAINT an_end_is_somebodys CHECK ((ended_at IS NULL) = (ended_by_label IS NULL))
);
CREATE UNIQUE INDEX channel_links_external ON channel_links (tenant_id, account_id, external_user_id)
  WHERE ended_at IS NULL;
CREATE UNIQUE INDEX channel_links_person ON channel_links (tenant_id, account_id, user_id) WHERE ended_at IS NULL;

-- Links that wait for their person to confirm them in a session of ours.
CREATE TABLE channel_link_codes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  account_id bigint NOT NULL,
  external_user_id text NOT NULL CHECK (char_length(external_user_id) BETWEEN 1 AND 255),
  external_label text NOT NULL CHECK (char_length(external_label) BETWEEN 1 AND 200),
  -- SHA-256, hex.
  code_hash text NOT NULL UNIQUE CHECK (code_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  used_by_user_id bigint,
  created_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES channel_accounts (tenant_id, id),
  FOREIGN KEY (tenant_id, used_by_user_id) REFERENCES memberships (tenant_id, user_id),
  CONSTRAINT used_by_somebody CHECK ((used_at IS NULL) = (used_by_user_id IS NULL)),
  CONSTRAINT ten_minutes_at_most CHECK (expires_at <= created_at + interval '10 minutes')
);
CREATE INDEX channel_link_codes_of_user ON channel_link_codes (tenant_id, account_id, external_user_id);

-- One person's preferences for one channel. Without a row: questions, and no actions.
CREATE TABLE channel_preferences (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  user_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('slack', 'email', 'webhook', 'teams', 'discord', 'telegram', 'web_push')),
  questions boolean NOT NULL DEFAULT true,
  -- Actions of this tier and above. Null: of none.
  tier_min smallint CHECK (tier_min BETWEEN 1 AND 5),
  -- Nothing older is told: a change of mind sends no backlog.
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id, kind),
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id)
);

-- One message about one question or action, to one person or place, by one account.
CREATE TABLE channel_messages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  account_id bigint NOT NULL,
  -- Its name outside: 128 random bits in base64url. Buttons carry it and nothing else.
  ref text NOT NULL UNIQUE CHECK (ref ~ '^[A-Za-z0-9_-]{22}$'),
  interaction_id bigint,
  action_id bigint,
  user_id bigint,
  -- A channel or group of the provider's.
  place text CHECK (char_length(place) BETWEEN 1 AND 255),
  state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'sending', 'sent', 'unknown', 'failed', 'closed')),
  -- The version of its subject that the person has seen last. Null: none yet.
  shown_status text,
  shown_hash text,
  -- Reminders of the question that this person was told of; whether they were warned of its end.
  reminders_told integer NOT NULL DEFAULT 0 CHECK (reminders_told >= 0),
  warned boolean NOT NULL DEFAULT false,
  -- The provider's name of what was sent first. Null: nothing is known to have arrived.
  external_id text CHECK (char_length(external_id) BETWEEN 1 AND 998),
  -- A first copy may have arrived, and nobody knows.
  doubtful boolean NOT NULL DEFAULT false,
  -- Failed ones since the last success.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Null: only a change of its subject makes it due.
  next_at timestamptz,
  -- Counts the leases: an outcome is written under the number of its own alone.
  fence integer NOT NULL DEFAULT 0,
  lease_until timestamptz,
  last_error text CHECK (char_length(last_error) <= 500),
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  UNIQUE (tenant_id, id),
  UNIQUE NULLS NOT DISTINCT (tenant_id, interaction_id, action_id, account_id, user_id, place),
  FOREIGN KEY (tenant_id, account_id) REFERENCES channel_accounts (tenant_id, id),
  FOREIGN KEY (tenant_id, interaction_id) REFERENCES hil_interactions (tenant_id, id),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id),
  CONSTRAINT about_one_subject CHECK (num_nonnulls(interaction_id, action_id) = 1),
  CONSTRAINT to_somebody CHECK (num_nonnulls(user_id, place) = 1),
  CONSTRAINT sending_has_a_lease CHECK ((state = 'sending') = (lease_until IS NOT NULL)),
  CONSTRAINT due_has_its_time CHECK (state <> 'due' OR next_at IS NOT NULL),
  CONSTRAINT sent_is_named CHECK (state <> 'sent' OR external_id IS NOT NULL),
  CONSTRAINT shown_whole CHECK ((shown_status IS NULL) = (shown_hash IS NULL))
);
CREATE INDEX channel_messages_next ON channel_messages (tenant_id, next_at, id) WHERE state IN ('due', 'unknown');
CREATE INDEX channel_messages_open ON channel_messages (tenant_id, state)
  WHERE state IN ('sending', 'sent', 'unknown');
CREATE INDEX channel_messages_of_action ON channel_messages (tenant_id, action_id) WHERE action_id IS NOT NULL;
CREATE INDEX channel_messages_of_account ON channel_messages (tenant_id, account_id, id);

-- What came in, each once under the provider's own key.
CREATE TABLE channel_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  account_id bigint NOT NULL,
  provider_key text NOT NULL CHECK (char_length(provider_key) BETWEEN 1 AND 500),
  received_at timestamptz NOT NULL,
  -- Whoever began to handle it has until then; a repeat that comes later begins anew.
  handling_until timestamptz NOT NULL,
  handled_at timestamptz,
  -- In words of ours: answered, refused, ignored.
  outcome text CHECK (char_length(outcome) <= 200),
  UNIQUE (tenant_id, id),
  UNIQUE (tenant_id, account_id, provider_key),
  FOREIGN KEY (tenant_id, account_id) REFERENCES channel_accounts (tenant_id, id),
  CONSTRAINT handled_has_an_outcome CHECK ((handled_at IS NULL) = (outcome IS NULL))
);

-- How many attempts to send succeeded and failed, by account and five minutes.
CREATE TABLE channel_figures (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  account_id bigint NOT NULL,
  began_at timestamptz NOT NULL,
  sent integer NOT NULL DEFAULT 0 CHECK (sent >= 0),
  failed integer NOT NULL DEFAULT 0 CHECK (failed >= 0),
  PRIMARY KEY (tenant_id, account_id, began_at),
  FOREIGN KEY (tenant_id, account_id) REFERENCES channel_accounts (tenant_id, id)
);

CREATE TRIGGER hil_interactions_tell AFTER INSERT
  OR UPDATE OF status, asked, warning_sent, reminders_sent, response_data ON hil_interactions
  FOR EACH ROW EXECUTE FUNCTION wake_messages();
CREATE TRIGGER hil_responses_tell AFTER INSERT ON hil_responses
  FOR EACH ROW EXECUTE FUNCTION wake_messages();
CREATE TRIGGER proposed_actions_new_tell AFTER INSERT ON proposed_actions
  FOR EACH ROW EXECUTE FUNCTION wake_messages();
CREATE TRIGGER proposed_actions_tell AFTER UPDATE OF status, risk_level, approvers ON proposed_actions
  FOR EACH ROW WHEN ((OLD.status, OLD.risk_level, OLD.approvers)
    IS DISTINCT FROM (NEW.status, NEW.risk_level, NEW.approvers))
  EXECUTE FUNCTION wake_messages();
CREATE TRIGGER channel_links_stay_ended BEFORE UPDATE ON channel_links
  FOR EACH ROW EXECUTE FUNCTION guard_channel_link();
CREATE TRIGGER channel_links_kept BEFORE DELETE OR TRUNCATE ON channel_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER channel_messages_guard BEFORE INSERT OR UPDATE ON channel_messages
  FOR EACH ROW EXECUTE FUNCTION guard_channel_message();
CREATE TRIGGER channel_messages_kept BEFORE DELETE OR TRUNCATE ON channel_messages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER channel_deliveries_kept BEFORE DELETE OR TRUNCATE ON channel_deliveries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

SELECT wall_in('channel_accounts'), wall_in('channel_links'), wall_in('channel_link_codes'),
  wall_in('channel_preferences'), wall_in('channel_messages'), wall_in('channel_deliveries'),
  wall_in('channel_figures');
GRANT INSERT (tenant_id, kind, external_id, label, sealed, settings, opened_at, opened_by_label),
      UPDATE (state, label, sealed, settings, paused_until, outages, health, health_at, last_error, closed_at)
  ON channel_accounts TO countersign_app;
GRANT INSERT (tenant_id, account_id, external_user_id, external_label, user_id, linked_at),
      UPDATE (ended_at, ended_by_label, seal)
  ON channel_links TO countersign_app;
GRANT INSERT (tenant_id, account_id, external_user_id, external_label, code_hash, expires_at, created_at),
      UPDATE (used_at, used_by_user_id)
  ON channel_link_codes TO countersign_app;
GRANT INSERT (tenant_id, user_id, kind, questions, tier_min, changed_at), UPDATE (questions, tier_min, changed_at)
  ON channel_preferences TO countersign_app;
GRANT INSERT (tenant_id, account_id, ref, interaction_id, action_id, user_id, place, next_at, created_at),
      UPDATE (state, shown_status, shown_hash, reminders_told, warned, external_id, doubtful, attempts, next_at, fence,
              lease_until, last_error, settled_at)
  ON channel_messages TO countersign_app;
GRANT INSERT (tenant_id, account_id, provider_key, received_at, handling_until),
      UPDATE (handling_until, handled_at, outcome)
  ON channel_deliveries TO countersign_app;
GRANT INSERT (tenant_id, account_id, began_at, sent, failed), UPDATE (sent, failed)
  ON channel_figures TO countersign_app;
-- A delivery names the provider's account; that one names the company.
CREATE POLICY lookup_reads ON channel_accounts FOR SELECT TO countersign_lookup USING (true);
GRANT SELECT (id, tenant_id, kind, external_id, state) ON channel_accounts TO countersign_lookup;
