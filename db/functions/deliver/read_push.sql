-- Everything that sending a push is judged by, in one round trip and one snapshot: the lines of its action that
-- something can be done about now, its own facts, the policy in force, the switches, the tenant's own NetSuite account,
-- and the number of people who could approve. No row: there is no such push in this tenant.
--
-- One plan for all values, as in begin_sending.
CREATE OR REPLACE FUNCTION read_push(p_tenant bigint, p_push bigint)
  RETURNS TABLE (due jsonb, context jsonb, approver_count integer, policy jsonb, switches jsonb, account jsonb)
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  RETURN QUERY
    SELECT due_lines(p_tenant, p_push), facts.context, (SELECT count(*)::integer FROM people_in_office(p_tenant)),
      (SELECT jsonb_build_object('version', y.version, 'hash', y.hash, 'text', y.cedar_text, 'seal', y.seal)
        FROM policies y WHERE y.tenant_id = p_tenant ORDER BY y.version DESC LIMIT 1),
      to_jsonb(stored_switches(p_tenant)),
      (SELECT jsonb_build_object('id', n.id, 'account', n.account) FROM netsuite_accounts n
        WHERE n.tenant_id = p_tenant AND n.ended_at IS NULL)
    -- OFFSET 0: else the facts would be put together once for each mention of them.
    FROM (SELECT push_context(p_tenant, p_push) AS context OFFSET 0) AS facts
    WHERE facts.context IS NOT NULL;
END $$;
