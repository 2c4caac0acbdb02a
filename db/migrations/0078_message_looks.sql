-- Which questions and actions are to be looked at for their messages, and whom the last look found. See docs/adr/0127.

-- A change and its look are one transaction: whoever takes the look sees the change. Taken together, many changes of
-- one subject cost one plan.
CREATE TABLE message_looks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  -- Both null: everything that is open.
  interaction_id bigint,
  action_id bigint,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT about_one_subject_or_all CHECK (num_nonnulls(interaction_id, action_id) <= 1)
);
CREATE INDEX message_looks_of_tenant ON message_looks (tenant_id, id);
SELECT wall_in('message_looks');
GRANT INSERT (tenant_id, interaction_id, action_id) ON message_looks TO countersign_app;

CREATE TRIGGER channel_accounts_look AFTER INSERT OR UPDATE OF state ON channel_accounts
  FOR EACH ROW EXECUTE FUNCTION look_at_all_messages();
CREATE TRIGGER channel_links_look AFTER INSERT OR UPDATE OF seal, ended_at ON channel_links
  FOR EACH ROW EXECUTE FUNCTION look_at_all_messages();
CREATE TRIGGER channel_preferences_look AFTER INSERT OR UPDATE ON channel_preferences
  FOR EACH ROW EXECUTE FUNCTION look_at_all_messages();
CREATE TRIGGER push_devices_look AFTER INSERT OR UPDATE OF ended_at ON push_devices
  FOR EACH ROW EXECUTE FUNCTION look_at_all_messages();
CREATE TRIGGER memberships_look AFTER INSERT OR UPDATE OF role, role_seal, revoked_at ON memberships
  FOR EACH ROW EXECUTE FUNCTION look_at_all_messages();

ALTER TABLE channel_messages
  -- Why its person was chosen, in a sentence.
  ADD COLUMN why text CHECK (char_length(why) <= 300),
  -- A rule of the company chose them: what they chose themselves does not count.
  ADD COLUMN by_rule boolean NOT NULL DEFAULT false,
  -- It leaves in quiet hours too.
  ADD COLUMN urgent boolean NOT NULL DEFAULT false,
  -- When its first part was taken. Null: not yet, or before this was noted.
  ADD COLUMN reached_at timestamptz
    CHECK (reached_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00');
GRANT INSERT (why, by_rule, urgent), UPDATE (reached_at) ON channel_messages TO countersign_app;

-- Whom the last look at a question or an action chose, and why each of the others was not.
CREATE TABLE message_plans (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  interaction_id bigint,
  action_id bigint,
  -- The rule that matched, by its name. Null: none did.
  rule text CHECK (char_length(rule) <= 100),
  -- For each person: user_id, name, told, why.
  people jsonb NOT NULL,
  planned_at timestamptz NOT NULL,
  UNIQUE (tenant_id, id),
  UNIQUE NULLS NOT DISTINCT (tenant_id, interaction_id, action_id),
  FOREIGN KEY (tenant_id, interaction_id) REFERENCES hil_interactions (tenant_id, id),
  FOREIGN KEY (tenant_id, action_id) REFERENCES proposed_actions (tenant_id, id),
  CONSTRAINT plans_one_subject CHECK (num_nonnulls(interaction_id, action_id) = 1)
);
SELECT wall_in('message_plans');
GRANT INSERT (tenant_id, interaction_id, action_id, rule, people, planned_at), UPDATE (rule, people, planned_at)
  ON message_plans TO countersign_app;

DROP FUNCTION IF EXISTS plan_question_messages(bigint, text[], timestamptz, integer),
  plan_action_messages(bigint, text[], timestamptz, integer), mark_messages_due(bigint, timestamptz, integer);
