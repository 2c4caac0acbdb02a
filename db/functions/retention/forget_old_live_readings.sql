-- A live reading counts for seconds. Those of more than a day ago go, of the transaction's own tenant.
CREATE OR REPLACE FUNCTION forget_old_live_readings() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_count integer;
BEGIN
  DELETE FROM live_readings
  WHERE tenant_id = current_tenant_id() AND read_at < clock_timestamp() - interval '24 hours';
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE EXECUTE ON FUNCTION forget_old_live_readings() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_old_live_readings() TO countersign_app;
