-- Questions, messages, deliveries, versions of the routing and attempts of steps get retention periods.
-- See docs/adr/0136.
--
-- kind              after its period
-- question_texts    texts of ended questions, answers and replies are blanked; who, when and each verdict stay
-- messages          messages about what has ended, and why each person was told, are deleted
-- deliveries        what a channel delivered is deleted; it only keeps a repeat from counting twice
-- routing_versions  versions that were replaced are deleted; the one in force stays
-- step_attempts     attempts of steps that have ended are deleted; the steps and their receipts stay

ALTER TABLE retention_periods
  DROP CONSTRAINT retention_kind_may_end,
  ADD CONSTRAINT retention_kind_may_end CHECK (kind IN (
    'sent_outbox', 'edit_tokens', 'dead_letter_payloads', 'agent_prose', 'question_texts', 'messages', 'deliveries',
    'routing_versions', 'step_attempts')),
  DROP CONSTRAINT retention_within_limits,
  ADD CONSTRAINT retention_within_limits CHECK (
    days BETWEEN CASE kind WHEN 'sent_outbox' THEN 2 WHEN 'edit_tokens' THEN 1 WHEN 'deliveries' THEN 7
      WHEN 'messages' THEN 60 ELSE 30 END AND 3650);

-- When the retention sweep blanked the texts.
ALTER TABLE hil_interactions ADD COLUMN text_blanked_at timestamptz
  CHECK (text_blanked_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00');
ALTER TABLE hil_responses ADD COLUMN text_blanked_at timestamptz
  CHECK (text_blanked_at BETWEEN '1970-01-01 00:00:00+00' AND '2500-01-01 00:00:00+00');

CREATE INDEX hil_interactions_text_kept ON hil_interactions (tenant_id, ended_at) WHERE text_blanked_at IS NULL;
CREATE INDEX hil_responses_text_kept ON hil_responses (tenant_id, received_at) WHERE text_blanked_at IS NULL;
CREATE INDEX channel_messages_created ON channel_messages (tenant_id, created_at);
CREATE INDEX message_plans_planned ON message_plans (tenant_id, planned_at);
CREATE INDEX channel_deliveries_received ON channel_deliveries (tenant_id, received_at);
CREATE INDEX step_attempts_ended ON step_attempts (tenant_id, ended_at);

-- While retention runs, one narrow guard stands in the place of the usual one, as for agents' prose.
DROP TRIGGER hil_interactions_guard ON hil_interactions;
CREATE TRIGGER hil_interactions_guard BEFORE UPDATE ON hil_interactions FOR EACH ROW
  WHEN (current_user <> 'countersign_owner' OR coalesce(current_setting('countersign.blanking', true), '') <> 'on')
  EXECUTE FUNCTION guard_hil_interaction();
CREATE TRIGGER hil_interactions_guard_blanking BEFORE UPDATE ON hil_interactions FOR EACH ROW
  WHEN (current_user = 'countersign_owner' AND coalesce(current_setting('countersign.blanking', true), '') = 'on')
  EXECUTE FUNCTION guard_question_blanking();
DROP TRIGGER hil_responses_guard ON hil_responses;
CREATE TRIGGER hil_responses_guard BEFORE UPDATE ON hil_responses FOR EACH ROW
  WHEN (current_user <> 'countersign_owner' OR coalesce(current_setting('countersign.blanking', true), '') <> 'on')
  EXECUTE FUNCTION guard_hil_response();
CREATE TRIGGER hil_responses_guard_blanking BEFORE UPDATE ON hil_responses FOR EACH ROW
  WHEN (current_user = 'countersign_owner' AND coalesce(current_setting('countersign.blanking', true), '') = 'on')
  EXECUTE FUNCTION guard_response_blanking();

-- A blanked question is old: nobody is told of it again.
DROP TRIGGER hil_interactions_tell ON hil_interactions;
CREATE TRIGGER hil_interactions_tell AFTER INSERT
  OR UPDATE OF status, asked, warning_sent, reminders_sent, response_data ON hil_interactions
  FOR EACH ROW WHEN (NEW.text_blanked_at IS NULL) EXECUTE FUNCTION wake_messages();

-- Retention alone deletes these.
DROP TRIGGER channel_messages_kept ON channel_messages;
CREATE TRIGGER channel_messages_kept BEFORE DELETE OR TRUNCATE ON channel_messages FOR EACH STATEMENT
  WHEN (current_user <> 'countersign_owner' OR coalesce(current_setting('countersign.blanking', true), '') <> 'on')
  EXECUTE FUNCTION refuse_change();
DROP TRIGGER channel_deliveries_kept ON channel_deliveries;
CREATE TRIGGER channel_deliveries_kept BEFORE DELETE OR TRUNCATE ON channel_deliveries FOR EACH STATEMENT
  WHEN (current_user <> 'countersign_owner' OR coalesce(current_setting('countersign.blanking', true), '') <> 'on')
  EXECUTE FUNCTION refuse_change();
DROP TRIGGER routing_versions_kept ON routing_versions;
CREATE TRIGGER routing_versions_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON routing_versions FOR EACH STATEMENT
  WHEN (current_user <> 'countersign_owner' OR coalesce(current_setting('countersign.blanking', true), '') <> 'on')
  EXECUTE FUNCTION refuse_change();
DROP TRIGGER step_attempts_append_only ON step_attempts;
CREATE TRIGGER step_attempts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON step_attempts FOR EACH STATEMENT
  WHEN (current_user <> 'countersign_owner' OR coalesce(current_setting('countersign.blanking', true), '') <> 'on')
  EXECUTE FUNCTION refuse_change();
