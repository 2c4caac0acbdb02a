-- Leases due deliveries of one endpoint to one sender until p_now plus p_lease_seconds, so that at most p_at_once of it
-- are under way; another sender skips them meanwhile. Where a lease ran out, its sender stopped: the receiver may have
-- the webhook, and gets it again under the same id. No rows: nothing is due, or enough is under way.
CREATE OR REPLACE FUNCTION take_webhooks(
  p_tenant bigint, p_endpoint bigint, p_now timestamptz, p_at_once integer, p_lease_seconds integer
) RETURNS SETOF webhook_deliveries LANGUAGE plpgsql AS $$
DECLARE
  v_under_way integer;
BEGIN
  UPDATE webhook_deliveries d SET state = 'due', lease_until = NULL, next_at = p_now,
      log = log_webhook(d.log, jsonb_build_object('at', d.lease_until, 'outcome', 'interrupted'))
    WHERE d.tenant_id = p_tenant AND d.id IN (
      SELECT a.id FROM webhook_deliveries a
      WHERE a.tenant_id = p_tenant AND a.endpoint_id = p_endpoint AND a.state = 'sending' AND a.lease_until <= p_now
      ORDER BY a.id LIMIT 500 FOR UPDATE SKIP LOCKED);
  SELECT count(*) INTO v_under_way FROM webhook_deliveries d
    WHERE d.tenant_id = p_tenant AND d.endpoint_id = p_endpoint AND d.state = 'sending';
  RETURN QUERY
    UPDATE webhook_deliveries d SET state = 'sending', fence = d.fence + 1, attempts = d.attempts + 1, next_at = NULL,
        lease_until = p_now + make_interval(secs => p_lease_seconds)
      WHERE d.tenant_id = p_tenant AND d.id IN (
        SELECT w.id FROM webhook_deliveries w
          JOIN webhook_endpoints e ON e.tenant_id = p_tenant AND e.id = w.endpoint_id AND e.state = 'enabled'
        WHERE w.tenant_id = p_tenant AND w.endpoint_id = p_endpoint AND w.state = 'due' AND w.next_at <= p_now
        ORDER BY w.next_at, w.id LIMIT greatest(0, p_at_once - v_under_way) FOR UPDATE OF w SKIP LOCKED)
      RETURNING d.*;
END $$;
