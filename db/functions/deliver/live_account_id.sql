-- The tenant's own NetSuite account that is in use. Null: it has none.
CREATE OR REPLACE FUNCTION live_account_id(p_tenant bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT n.id FROM netsuite_accounts n WHERE n.tenant_id = p_tenant AND n.ended_at IS NULL
$$;
