-- An answer stays as it came. A person may say afterwards, once, whether it was classified rightly.
CREATE OR REPLACE FUNCTION guard_hil_response() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_said text[] := ARRAY['human_verified', 'human_verification_notes', 'human_verified_by',
                         'human_verified_by_label', 'human_verified_at'];
BEGIN
  IF OLD.human_verified IS NOT NULL THEN
    v_said := '{}';
  END IF;
  IF (to_jsonb(NEW) - v_said) IS DISTINCT FROM (to_jsonb(OLD) - v_said) THEN
    RAISE EXCEPTION 'response % stays as it came', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
