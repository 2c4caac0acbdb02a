-- The oldest event that Inngest has not taken, which health and every page ask for: one row of the index, however many
-- wait.
CREATE INDEX outbox_oldest_unsent ON outbox (tenant_id, created_at) WHERE sent_at IS NULL;
