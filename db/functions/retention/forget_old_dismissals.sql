-- A notice ends after 30 days, and so does what was said about it: dismissals of more than 60 days ago go, of the
-- transaction's own tenant.
CREATE OR REPLACE FUNCTION forget_old_dismissals() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_count integer;
BEGIN
  DELETE FROM dismissed_notices
  WHERE tenant_id = current_tenant_id() AND dismissed_at < clock_timestamp() - interval '1440 hours';
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE EXECUTE ON FUNCTION forget_old_dismissals() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_old_dismissals() TO countersign_app;
