-- The sweeps go tenant by tenant.
CREATE OR REPLACE FUNCTION list_tenant_ids() RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$ SELECT id FROM tenants ORDER BY id $$;
REVOKE EXECUTE ON FUNCTION list_tenant_ids() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_tenant_ids() TO countersign_app;
ALTER FUNCTION list_tenant_ids() OWNER TO countersign_lookup;
