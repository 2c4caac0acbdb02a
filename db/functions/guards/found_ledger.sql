-- The first events of a new tenant: its thresholds and its retention periods as they stand.
CREATE OR REPLACE FUNCTION found_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_rules_change(NEW.id, 'system', 'set-up', '{"founding": true}');
  PERFORM append_event(NEW.id, 'retention_period', NEW.id, 'retention.recorded', 'system', 'set-up', '{}');
  RETURN NULL;
END $$;
