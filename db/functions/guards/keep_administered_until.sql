-- Keeps until when somebody administered who does so no longer (other_administrators_lately).
CREATE OR REPLACE FUNCTION keep_administered_until() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.revoked_at IS NULL AND OLD.role IN ('steward', 'admin')
     AND (NEW.revoked_at IS NOT NULL OR NEW.role NOT IN ('steward', 'admin')) THEN
    NEW.administered_until := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;
