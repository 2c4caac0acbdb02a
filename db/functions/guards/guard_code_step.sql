-- A code of an authenticator app is of the present, give or take an hour of the clocks: a step far ahead would count
-- every later code as used, in whatever app comes after it.
CREATE OR REPLACE FUNCTION guard_code_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.totp_last_step > extract(epoch FROM clock_timestamp()) / 30 + 120 THEN
    RAISE EXCEPTION 'no code of person % is of the future', NEW.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
