-- Puts an event for Inngest beside the change that causes it. The same event id twice is one event.
CREATE OR REPLACE FUNCTION enqueue_outbox(p_tenant bigint, p_name text, p_event_id text, p_body jsonb) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox (tenant_id, event_name, event_id, body_json) VALUES (p_tenant, p_name, p_event_id, p_body)
  ON CONFLICT (tenant_id, event_id) DO NOTHING;
$$;
