-- The NetSuite account of a tenant: at most one is in use. Rows never change but for their end, so that the probe of a
-- write asks the account that it went to. `sealed` holds the credentials, encrypted for this tenant's rows alone; it is
-- blanked once the account is out of use and no open write needs it.
CREATE TABLE netsuite_accounts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  strategy text NOT NULL CHECK (strategy IN ('tba', 'oauth2-m2m')),
  account text NOT NULL CHECK (account ~ '^[A-Z0-9]{1,30}(_[A-Z0-9]{1,10})?$'),
  -- The first characters of the consumer key or client id, for people.
  key_prefix text NOT NULL,
  sealed text,
  set_by_label text NOT NULL,
  set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  CONSTRAINT live_account_has_credentials CHECK (ended_at IS NOT NULL OR sealed IS NOT NULL)
);
CREATE UNIQUE INDEX netsuite_accounts_live ON netsuite_accounts (tenant_id) WHERE ended_at IS NULL;
CREATE INDEX netsuite_accounts_of_tenant ON netsuite_accounts (tenant_id, id);
ALTER TABLE netsuite_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE netsuite_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_sets_up ON netsuite_accounts TO countersign_owner USING (true) WITH CHECK (true);
CREATE POLICY own_tenant ON netsuite_accounts TO countersign_app
  USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id());
GRANT SELECT, INSERT (tenant_id, strategy, account, key_prefix, sealed, set_by_label), UPDATE (sealed, ended_at)
  ON netsuite_accounts TO countersign_app;

-- The account that the first request of a push went to, such as 1234567_SB1. Null: nothing was sent, or a version sent
-- it that knew one account only.
ALTER TABLE ns_pending_pushes ADD COLUMN netsuite_account text;
