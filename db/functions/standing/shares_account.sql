-- Whether another tenant uses this NetSuite account too, by credentials of its own: a write of one of them is then made
-- to data that the other one calls its own. The tenant's own policies do not see that row, hence the definer.
CREATE OR REPLACE FUNCTION shares_account(p_account text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM netsuite_accounts n
                 WHERE n.account = p_account AND n.tenant_id <> current_tenant_id() AND n.ended_at IS NULL)
$$;
REVOKE EXECUTE ON FUNCTION shares_account(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION shares_account(text) TO countersign_app;
ALTER FUNCTION shares_account(text) OWNER TO countersign_lookup;
