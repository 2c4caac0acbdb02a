-- A company has one endpoint for its questions at a time: people switch on answers of that one. See docs/adr/0145.
CREATE UNIQUE INDEX channel_accounts_webhook ON channel_accounts (tenant_id)
  WHERE kind = 'webhook' AND state <> 'closed';
