-- The tenant of this transaction; row-level security asks it. An unset tenant reads '' (also after SET LOCAL ends), so
-- nullif: no tenant means no rows, not an error.
CREATE OR REPLACE FUNCTION current_tenant_id() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('app.tenant_id', true), '')::bigint
$$;
