-- The status of the write of ours that made a version of a cache. Null: none did. A write makes the next version of the
-- cache that it names, once it was approved; one in NetSuite that of its record's cache, once its action was applied.
CREATE OR REPLACE FUNCTION maker_status(v cache_versions) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT p.status FROM ns_pending_pushes p
  WHERE p.tenant_id = v.tenant_id AND p.action_key = regexp_replace(v.action_key, '^cache:', '')
    AND p.action_id = v.action_id AND p.payload_hash = v.payload_hash
    AND CASE p.destination
      WHEN 'internal' THEN v.action_key = p.action_key AND v.name = p.payload_json #>> '{target,cache}'
      ELSE v.action_key = 'cache:' || p.action_key AND v.name = left('record:' || p.record_key, 200) END
    AND EXISTS (
      SELECT 1 FROM events e
      WHERE e.tenant_id = p.tenant_id AND e.entity_type = 'proposed_action' AND e.entity_id = p.action_id
        AND e.event_type = CASE p.destination WHEN 'internal' THEN 'hitl.approved' ELSE 'hitl.applied' END
        AND e.occurred_at <= v.created_at)
    AND NOT EXISTS (
      SELECT 1 FROM cache_versions o
      WHERE o.tenant_id = v.tenant_id AND o.name = v.name AND o.id < v.id AND o.version >= v.version)
$$;
