-- Only the blanking itself sets the mark of a blanked row.
CREATE OR REPLACE FUNCTION refuse_blanking_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'proposed action % was not blanked', OLD.id USING ERRCODE = 'CS001';
END $$;
