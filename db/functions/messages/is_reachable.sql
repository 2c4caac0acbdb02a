-- By mail everybody is; by the other kinds whoever has linked themselves.
CREATE OR REPLACE FUNCTION is_reachable(p_account channel_accounts, p_user bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT p_account.kind = 'email' OR EXISTS (
    SELECT FROM channel_links l
    WHERE l.tenant_id = p_account.tenant_id AND l.account_id = p_account.id AND l.user_id = p_user
      AND l.ended_at IS NULL)
$$;
