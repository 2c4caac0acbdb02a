-- The tenant's switches and those of every tenant, for the app to judge before a look (engaged_switch compares). Null:
-- they cannot be read. Whoever asked goes on, and the look itself says so.
CREATE OR REPLACE FUNCTION stored_switches(p_tenant bigint) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT jsonb_agg(jsonb_build_object('id', k.id, 'tenantId', k.tenant_id, 'name', k.name, 'engaged', k.engaged,
                                        'flips', k.flips, 'releaseSeal', k.release_seal))
    FROM kill_switches k WHERE k.tenant_id = p_tenant OR k.tenant_id IS NULL);
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END $$;
