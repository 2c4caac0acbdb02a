-- Writes an event for each enabled endpoint that asked for its type, or for the one endpoint that it is about, and asks
-- for their sending once in a transaction. Without one that asked, nothing is written. Ids and a status, never a value.
CREATE OR REPLACE FUNCTION queue_webhook(
  p_tenant bigint, p_type text, p_subject bigint, p_status text, p_action bigint DEFAULT NULL,
  p_endpoint bigint DEFAULT NULL
) RETURNS SETOF bigint LANGUAGE plpgsql AS $$
DECLARE
  v_id text := 'evt_' || new_message_ref();
  v_seq bigint := nextval('webhook_seq');
BEGIN
  RETURN QUERY
    INSERT INTO webhook_deliveries
      (tenant_id, endpoint_id, webhook_id, event_type, seq, subject_id, subject_status, action_id, next_at)
    SELECT p_tenant, e.id, v_id, p_type, v_seq, p_subject, p_status, p_action,
      -- The app's clock counts in milliseconds.
      date_trunc('milliseconds', clock_timestamp())
    FROM webhook_endpoints e
    WHERE e.tenant_id = p_tenant AND e.state = 'enabled'
      AND CASE WHEN p_endpoint IS NULL THEN p_type = ANY (e.events) ELSE e.id = p_endpoint END
    ORDER BY e.id
    RETURNING id;
  IF FOUND THEN
    PERFORM enqueue_outbox(p_tenant, 'webhooks.wake', 'webhooks-' || pg_current_xact_id(),
      jsonb_build_object('tenant_id', p_tenant));
  END IF;
END $$;
