-- The open pushes that write to the record of a push, or may do so: those that share its key, those of its family whose
-- record could not be read, and for a push that could not read its own the whole family (docs/adr/0049). A dead one
-- is open for as long as a request of it may still begin. Itself among them, and some twice. Not inlined: a planner
-- that sees the last part looks through every earlier push for all of them.
CREATE OR REPLACE FUNCTION open_on_same_record(p ns_pending_pushes) RETURNS TABLE (id bigint, status text)
  LANGUAGE plpgsql STABLE ROWS 5 AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := clock_timestamp();
  v_since timestamptz := v_now - clock_margin();
BEGIN
  RETURN QUERY
    SELECT e.id, e.status FROM ns_pending_pushes e
      WHERE e.tenant_id = p.tenant_id AND e.record_key = p.record_key AND e.status IN ('queued', 'pushing', 'unknown')
    UNION ALL
    SELECT e.id, e.status FROM ns_pending_pushes e
      WHERE e.tenant_id = p.tenant_id AND e.record_family = p.record_family AND e.record_unread
        AND e.status IN ('queued', 'pushing', 'unknown');
  RETURN QUERY
    SELECT e.id, e.status FROM ns_pending_pushes e
      WHERE e.tenant_id = p.tenant_id AND e.record_key = p.record_key
        AND e.status = 'dead' AND e.not_after > v_since AND may_begin_until(e) > v_now
    UNION ALL
    SELECT e.id, e.status FROM ns_pending_pushes e
      WHERE e.tenant_id = p.tenant_id AND e.record_family = p.record_family AND e.record_unread
        AND e.status = 'dead' AND e.not_after > v_since AND may_begin_until(e) > v_now;
  IF p.record_unread THEN
    RETURN QUERY SELECT e.id, e.status FROM ns_pending_pushes e
      WHERE e.tenant_id = p.tenant_id AND e.record_family = p.record_family
        AND (e.status IN ('queued', 'pushing', 'unknown')
          OR e.status = 'dead' AND e.not_after > v_since AND may_begin_until(e) > v_now);
  END IF;
END $$;
