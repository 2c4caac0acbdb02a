-- Gives a new tenant its retention periods.
CREATE OR REPLACE FUNCTION equip_tenant_retention() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO retention_periods (tenant_id, kind, days)
    VALUES (NEW.id, 'sent_outbox', 14), (NEW.id, 'edit_tokens', 30), (NEW.id, 'dead_letter_payloads', 90),
      (NEW.id, 'agent_prose', 365), (NEW.id, 'question_texts', 365), (NEW.id, 'messages', 365),
      (NEW.id, 'deliveries', 90), (NEW.id, 'webhook_deliveries', 30), (NEW.id, 'routing_versions', 365),
      (NEW.id, 'step_attempts', 180)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
