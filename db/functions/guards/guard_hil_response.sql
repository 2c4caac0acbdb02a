-- An answer stays as it came. A person may say afterwards whether it was classified rightly.
CREATE OR REPLACE FUNCTION guard_hil_response() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - ARRAY['human_verified', 'human_verification_notes'])
     IS DISTINCT FROM (to_jsonb(OLD) - ARRAY['human_verified', 'human_verification_notes']) THEN
    RAISE EXCEPTION 'response % stays as it came', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
