-- Takes so many more tries from a bucket, or all that are left. Commits by itself, as take_quotas does.
CREATE OR REPLACE FUNCTION charge_quota(p_tenant bigint, p_asker text, p_count double precision) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  UPDATE quota_buckets SET tokens = greatest(0, tokens - p_count) WHERE tenant_id = p_tenant AND asker = p_asker;
END $$;
