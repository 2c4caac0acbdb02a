-- Counts of what was held back are kept for thirty days. For the transaction's own tenant.
CREATE OR REPLACE FUNCTION forget_old_held_back() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_count integer;
BEGIN
  DELETE FROM held_back WHERE tenant_id = current_tenant_id() AND hour < clock_timestamp() - interval '720 hours';
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE EXECUTE ON FUNCTION forget_old_held_back() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_old_held_back() TO countersign_app;
