-- Rows of earlier runs. A run is one row a day, so nobody sets a period for them.
CREATE OR REPLACE FUNCTION forget_old_retention_runs() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_count integer;
BEGIN
  DELETE FROM retention_runs
  WHERE tenant_id = current_tenant_id() AND started_at < clock_timestamp() - interval '9600 hours';
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE EXECUTE ON FUNCTION forget_old_retention_runs() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_old_retention_runs() TO countersign_app;
