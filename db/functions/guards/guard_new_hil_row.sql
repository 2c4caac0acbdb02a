-- A question, and a pause of a run, begin open: their ends are moves of their own.
CREATE OR REPLACE FUNCTION guard_new_hil_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status NOT IN ('pending', 'active') THEN
    RAISE EXCEPTION 'a row of % begins open', TG_TABLE_NAME USING ERRCODE = 'CS002';
  END IF;
  RETURN NEW;
END $$;
