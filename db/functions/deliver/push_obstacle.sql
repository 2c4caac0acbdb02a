-- Says what prevents the lease of a push now, apart from switches. No row: there is no such push.
CREATE OR REPLACE FUNCTION push_obstacle(p_tenant bigint, p_push bigint)
  RETURNS TABLE (
    status text, due_in_ms double precision, earlier_push_id bigint, lane_state text, lane_probe_in_ms double precision,
    leasable boolean
  ) LANGUAGE sql STABLE AS $$
  SELECT o.status, o.due_in_ms, o.earlier_push_id, o.lane_state, o.lane_probe_in_ms,
    (o.status = 'queued' AND o.due_in_ms = 0 AND o.earlier_push_id IS NULL
      AND (NOT o.by_lane OR o.lane_state = 'open'
           -- One push tries a halted lane, not before its time, and not while another is on its way, however long.
           OR o.lane_state = 'halted' AND o.lane_probe_in_ms = 0 AND NOT EXISTS (
             SELECT 1 FROM ns_pending_pushes b WHERE b.tenant_id = p_tenant AND b.status = 'pushing'
               AND b.lease_expires_at > clock_timestamp()))) IS TRUE
  FROM (
    SELECT p.status,
      greatest(0, extract(epoch FROM p.next_attempt_at - clock_timestamp()) * 1000)::double precision AS due_in_ms,
      -- Approved earlier on the same record and still to be sent, or on its way in any order: one at a time.
      (SELECT min(e.id) FROM open_on_same_record(p) e
       WHERE e.id <> p.id AND (e.status <> 'queued' OR e.id < p.id)) AS earlier_push_id,
      -- Writes into our own tables go by no lane.
      p.destination = 'netsuite' AS by_lane,
      -- A lane without a row counts as halted, and no push tries it: it has no time to probe.
      CASE p.destination WHEN 'netsuite' THEN coalesce(l.state, 'halted') END AS lane_state,
      CASE WHEN l.state IS NOT NULL
        THEN greatest(0, extract(epoch FROM l.probe_at - clock_timestamp()) * 1000)::double precision
      END AS lane_probe_in_ms
    FROM ns_pending_pushes p LEFT JOIN push_lanes l ON l.tenant_id = p.tenant_id
    WHERE p.tenant_id = p_tenant AND p.id = p_push) AS o
$$;
