-- Replies that matched no question or no person, for administrators; and cards by the provider's name of them.
-- See docs/adr/0126.
CREATE INDEX hil_responses_unmatched ON hil_responses (tenant_id, id)
  WHERE delivery_key IS NOT NULL AND human_verified IS NULL AND (matched_interaction_id IS NULL OR user_id IS NULL);
CREATE INDEX hil_responses_replies ON hil_responses (tenant_id, source_channel, received_at)
  WHERE delivery_key IS NOT NULL;
CREATE INDEX channel_messages_external ON channel_messages (tenant_id, account_id, external_id)
  WHERE external_id IS NOT NULL;
