-- Gives a new tenant its retention periods.
CREATE OR REPLACE FUNCTION equip_tenant_retention() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO retention_periods (tenant_id, kind, days)
    VALUES (NEW.id, 'sent_outbox', 14), (NEW.id, 'edit_tokens', 30), (NEW.id, 'dead_letter_payloads', 90),
      (NEW.id, 'agent_prose', 365)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
