-- A live reading counts for seconds. Those of more than a day ago go, of the transaction's own tenant; but not one that
-- found a changed record while its action waits, because a card of it would offer its approval again.
CREATE OR REPLACE FUNCTION forget_old_live_readings() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_count integer;
BEGIN
  DELETE FROM live_readings r
  WHERE r.tenant_id = current_tenant_id() AND r.read_at < clock_timestamp() - interval '24 hours'
    AND (r.finding = 'holds' OR NOT EXISTS (
      SELECT FROM proposed_actions c
      WHERE c.tenant_id = r.tenant_id AND c.id = r.action_id AND c.status = 'pending'));
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
REVOKE EXECUTE ON FUNCTION forget_old_live_readings() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_old_live_readings() TO countersign_app;
