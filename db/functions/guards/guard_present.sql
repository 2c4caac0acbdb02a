-- These times are never in the future, and a halted lane is tried again within the hour. A bucket never holds less than
-- nothing.
CREATE OR REPLACE FUNCTION guard_present() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_ahead boolean;
BEGIN
  CASE TG_TABLE_NAME
  WHEN 'quota_buckets' THEN
    v_ahead := NEW.at > clock_timestamp() OR NEW.tokens < 0;
  WHEN 'live_readings' THEN
    v_ahead := NEW.read_at > clock_timestamp();
  WHEN 'push_lanes' THEN
    v_ahead := greatest(NEW.halted_at, NEW.last_reconciled_at, NEW.probe_at - interval '1 hour') > clock_timestamp();
  WHEN 'proposed_actions' THEN
    v_ahead := NEW.created_at > clock_timestamp();
  END CASE;
  IF v_ahead THEN
    RAISE EXCEPTION 'a row of % is of the future', TG_TABLE_NAME USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
