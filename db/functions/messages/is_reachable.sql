-- By mail everybody is, by web push whoever subscribed a browser; by the other kinds whoever has linked themselves.
CREATE OR REPLACE FUNCTION is_reachable(p_account channel_accounts, p_user bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT CASE p_account.kind
    WHEN 'email' THEN true
    WHEN 'web_push' THEN EXISTS (
      SELECT FROM push_devices d
      WHERE d.tenant_id = p_account.tenant_id AND d.user_id = p_user AND d.ended_at IS NULL)
    ELSE EXISTS (
      SELECT FROM channel_links l
      WHERE l.tenant_id = p_account.tenant_id AND l.account_id = p_account.id AND l.user_id = p_user
        AND l.ended_at IS NULL) END
$$;
