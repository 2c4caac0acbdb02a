-- shares_account asks whether another tenant uses the same NetSuite account: it reads that, and no credentials.
CREATE POLICY lookup_reads ON netsuite_accounts FOR SELECT TO countersign_lookup USING (true);
GRANT SELECT (tenant_id, account, ended_at) ON netsuite_accounts TO countersign_lookup;
