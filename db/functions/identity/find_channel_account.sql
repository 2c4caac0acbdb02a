-- The open account of this provider's id. A delivery that the provider signed names it before its company is known.
CREATE OR REPLACE FUNCTION find_channel_account(p_kind text, p_external_id text)
RETURNS TABLE (tenant_id bigint, account_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.tenant_id, a.id FROM channel_accounts a
  WHERE a.kind = p_kind AND a.external_id = p_external_id AND a.state <> 'closed'
$$;
REVOKE EXECUTE ON FUNCTION find_channel_account(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_channel_account(text, text) TO countersign_app;
ALTER FUNCTION find_channel_account(text, text) OWNER TO countersign_lookup;
