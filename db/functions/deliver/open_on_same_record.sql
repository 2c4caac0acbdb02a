-- The open pushes that write to the record of a push, by its key or by any of its names; itself among them, and some
-- twice. Inlined, so that each part finds its index.
CREATE OR REPLACE FUNCTION open_on_same_record(p ns_pending_pushes) RETURNS TABLE (id bigint, status text)
  LANGUAGE sql STABLE AS $$
  SELECT e.id, e.status FROM ns_pending_pushes e
    WHERE e.tenant_id = p.tenant_id AND e.record_key = p.record_key AND e.status IN ('queued', 'pushing', 'unknown')
  UNION ALL
  SELECT e.id, e.status FROM ns_pending_pushes e
    WHERE e.tenant_id = p.tenant_id AND e.record_name IN (p.record_name, p.record_alias)
      AND e.status IN ('queued', 'pushing', 'unknown')
  UNION ALL
  SELECT e.id, e.status FROM ns_pending_pushes e
    WHERE e.tenant_id = p.tenant_id AND e.record_alias IN (p.record_name, p.record_alias)
      AND e.record_alias IS NOT NULL AND e.status IN ('queued', 'pushing', 'unknown')
$$;
