-- A publication says what it said. Its seal is made again when the secret key changes.
CREATE OR REPLACE FUNCTION guard_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'seal' IS DISTINCT FROM to_jsonb(OLD) - 'seal' THEN
    RAISE EXCEPTION 'publication % of a workflow is immutable', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
