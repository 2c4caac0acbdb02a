-- A write that was replayed and gave up again is told again. See docs/adr/0137.
ALTER TABLE channel_messages
  -- How often its write had been replayed when it gave up. Of every other message 0.
  ADD COLUMN outcome_round integer NOT NULL DEFAULT 0 CHECK (outcome_round >= 0),
  ADD CONSTRAINT rounds_of_an_outcome CHECK (outcome_round = 0 OR outcome IS NOT NULL),
  DROP CONSTRAINT channel_messages_one_each,
  ADD CONSTRAINT channel_messages_one_each UNIQUE NULLS NOT DISTINCT
    (tenant_id, interaction_id, action_id, account_id, user_id, place, outcome, outcome_round, digest_on);
GRANT INSERT (outcome_round) ON channel_messages TO countersign_app;
ALTER TABLE message_plans
  ADD COLUMN outcome_round integer NOT NULL DEFAULT 0 CHECK (outcome_round >= 0),
  ADD CONSTRAINT plan_rounds_of_an_outcome CHECK (outcome_round = 0 OR outcome IS NOT NULL),
  DROP CONSTRAINT message_plans_one_each,
  ADD CONSTRAINT message_plans_one_each UNIQUE NULLS NOT DISTINCT
    (tenant_id, interaction_id, action_id, outcome, outcome_round);
GRANT INSERT (outcome_round) ON message_plans TO countersign_app;
