-- Actions of low tiers are told as one digest a day. See docs/adr/0132.

ALTER TABLE channel_messages
  -- The day, in its person's zone, of a digest of the L1 and L2 that wait. Null: it is about one question or action.
  ADD COLUMN digest_on date,
  DROP CONSTRAINT about_one_subject,
  ADD CONSTRAINT about_one_subject CHECK (num_nonnulls(interaction_id, action_id, digest_on) = 1),
  ADD CONSTRAINT digest_for_a_person CHECK (digest_on IS NULL OR user_id IS NOT NULL),
  DROP CONSTRAINT channel_messages_one_each,
  ADD CONSTRAINT channel_messages_one_each UNIQUE NULLS NOT DISTINCT
    (tenant_id, interaction_id, action_id, account_id, user_id, place, outcome, digest_on);
CREATE INDEX channel_messages_digests ON channel_messages (tenant_id, id)
  WHERE digest_on IS NOT NULL AND state IN ('sent', 'unknown');
GRANT INSERT (digest_on) ON channel_messages TO countersign_app;

-- Minute of the day of their digest, on working days. Null: they are told of each action by itself.
ALTER TABLE notification_times ADD COLUMN digest_at smallint CHECK (digest_at BETWEEN 0 AND 1439);
GRANT INSERT (digest_at), UPDATE (digest_at) ON notification_times TO countersign_app;
