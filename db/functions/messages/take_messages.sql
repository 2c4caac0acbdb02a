-- Leases due messages of these kinds to one sender until p_now plus p_lease_seconds, at most p_limit; another sender
-- skips them meanwhile. Where a lease ran out, its message was perhaps sent. A first one is unknown, and looked at
-- again after p_unknown_seconds; whatever followed a first one was noted before it left, and is not sent again. No
-- rows: nothing is due.
CREATE OR REPLACE FUNCTION take_messages(
  p_tenant bigint, p_kinds text[], p_now timestamptz, p_limit integer, p_lease_seconds integer,
  p_unknown_seconds integer
) RETURNS SETOF channel_messages LANGUAGE plpgsql AS $$
BEGIN
  WITH abandoned AS (
    SELECT g.id FROM channel_messages g
    WHERE g.tenant_id = p_tenant AND g.state = 'sending' AND g.lease_until <= p_now
    ORDER BY g.id LIMIT 500 FOR UPDATE SKIP LOCKED)
  UPDATE channel_messages g SET lease_until = NULL, settled_at = p_now,
      state = CASE WHEN g.external_id IS NULL THEN 'unknown' ELSE 'sent' END,
      next_at = CASE WHEN g.external_id IS NULL AND NOT g.doubtful
        THEN p_now + make_interval(secs => p_unknown_seconds) END,
      doubtful = g.doubtful OR g.external_id IS NULL,
      last_error = 'Whoever sent it stopped meanwhile.'
    FROM abandoned d WHERE g.tenant_id = p_tenant AND g.id = d.id;

  RETURN QUERY
    UPDATE channel_messages g SET state = 'sending', fence = g.fence + 1, last_error = NULL,
        lease_until = p_now + make_interval(secs => p_lease_seconds)
      WHERE g.tenant_id = p_tenant AND g.id IN (
        SELECT d.id FROM channel_messages d
          JOIN channel_accounts a ON a.tenant_id = p_tenant AND a.id = d.account_id
        WHERE d.tenant_id = p_tenant AND d.state IN ('due', 'unknown') AND d.next_at <= p_now
          AND a.state = 'open' AND a.kind = ANY (p_kinds) AND (a.paused_until IS NULL OR a.paused_until <= p_now)
        ORDER BY d.next_at, d.id LIMIT p_limit FOR UPDATE OF d SKIP LOCKED)
      RETURNING g.*;
END $$;
