-- Figures of sending count for an hour, codes that link an account for ten minutes, challenges of passkeys for five:
-- they go after 30 days, and after a day, at most p_limit of each, of the transaction's own tenant.
CREATE OR REPLACE FUNCTION forget_old_channel_rows(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_day_ago timestamptz := clock_timestamp() - interval '24 hours';
  v_total integer := 0;
  v_count integer;
BEGIN
  DELETE FROM channel_figures f WHERE f.tenant_id = v_tenant AND (f.account_id, f.began_at) IN (
    SELECT o.account_id, o.began_at FROM channel_figures o
    WHERE o.tenant_id = v_tenant AND o.began_at < clock_timestamp() - interval '720 hours'
    ORDER BY o.began_at LIMIT p_limit);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  v_total := v_total + v_count;
  DELETE FROM channel_link_codes c WHERE c.tenant_id = v_tenant AND c.id IN (
    SELECT o.id FROM channel_link_codes o WHERE o.tenant_id = v_tenant AND o.expires_at < v_day_ago
    ORDER BY o.id LIMIT p_limit);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  v_total := v_total + v_count;
  DELETE FROM passkey_challenges c WHERE c.tenant_id = v_tenant AND c.id IN (
    SELECT o.id FROM passkey_challenges o WHERE o.tenant_id = v_tenant AND o.expires_at < v_day_ago
    ORDER BY o.id LIMIT p_limit);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_total + v_count;
END $$;
REVOKE EXECUTE ON FUNCTION forget_old_channel_rows(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_old_channel_rows(integer) TO countersign_app;
