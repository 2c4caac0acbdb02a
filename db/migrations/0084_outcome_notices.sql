-- People who decided on a write are told outside the app when it goes wrong afterwards. See docs/adr/0132.

ALTER TABLE channel_messages
  -- How the action's write went wrong, if the message says that. Null: it asks for a decision or an answer.
  ADD COLUMN outcome text CHECK (outcome IN ('stale', 'dead', 'mismatch', 'partial')),
  ADD CONSTRAINT outcome_of_an_action CHECK (outcome IS NULL OR action_id IS NOT NULL),
  DROP CONSTRAINT channel_messages_tenant_id_interaction_id_action_id_account_key,
  ADD CONSTRAINT channel_messages_one_each
    UNIQUE NULLS NOT DISTINCT (tenant_id, interaction_id, action_id, account_id, user_id, place, outcome);
GRANT INSERT (outcome) ON channel_messages TO countersign_app;

-- The plan of each outcome is made once, when it comes about.
ALTER TABLE message_plans
  ADD COLUMN outcome text CHECK (outcome IN ('stale', 'dead', 'mismatch', 'partial')),
  ADD CONSTRAINT plan_of_an_action CHECK (outcome IS NULL OR action_id IS NOT NULL),
  DROP CONSTRAINT message_plans_tenant_id_interaction_id_action_id_key,
  ADD CONSTRAINT message_plans_one_each UNIQUE NULLS NOT DISTINCT (tenant_id, interaction_id, action_id, outcome);
GRANT INSERT (outcome) ON message_plans TO countersign_app;

-- True: they are told how writes that they decided on went wrong. Null: they are, once the channel tells them anything.
ALTER TABLE channel_preferences ADD COLUMN outcomes boolean;
GRANT INSERT (outcomes), UPDATE (outcomes) ON channel_preferences TO countersign_app;

-- A write that gives up, or reads back differently, does not always change its action.
CREATE TRIGGER ns_pending_pushes_tell AFTER UPDATE OF status ON ns_pending_pushes
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND (NEW.status = 'dead' OR NEW.verification = 'mismatch'))
  EXECUTE FUNCTION wake_messages();
