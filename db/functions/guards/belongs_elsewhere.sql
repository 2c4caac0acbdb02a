-- True where another tenant knows this person too, also formerly: then no single tenant may hand out their credentials.
CREATE OR REPLACE FUNCTION belongs_elsewhere(p_user bigint, p_tenant bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = p_user AND m.tenant_id <> p_tenant)
$$;
REVOKE EXECUTE ON FUNCTION belongs_elsewhere(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION belongs_elsewhere(bigint, bigint) TO countersign_app;
ALTER FUNCTION belongs_elsewhere(bigint, bigint) OWNER TO countersign_lookup;
