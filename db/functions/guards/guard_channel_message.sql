-- Holds the states of lib/core/message a second time.
CREATE OR REPLACE FUNCTION guard_channel_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'due' THEN
      RAISE EXCEPTION 'a message begins due' USING ERRCODE = 'CS002';
    END IF;
  ELSIF NEW.state <> OLD.state AND NOT (NEW.state = ANY (CASE OLD.state
      WHEN 'due' THEN ARRAY['sending']
      WHEN 'sending' THEN ARRAY['sent', 'due', 'unknown', 'failed', 'closed']
      WHEN 'sent' THEN ARRAY['due', 'failed', 'closed']
      WHEN 'unknown' THEN ARRAY['sending', 'due', 'sent', 'failed', 'closed']
      ELSE ARRAY[]::text[] END)) THEN
    RAISE EXCEPTION 'message % cannot go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'CS002';
  END IF;
  RETURN NEW;
END $$;
