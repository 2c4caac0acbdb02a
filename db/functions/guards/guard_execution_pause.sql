-- A pause says why a run waits, and ends once.
CREATE OR REPLACE FUNCTION guard_execution_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - ARRAY['status', 'resume_reason', 'resume_data', 'resumed_at'])
     IS DISTINCT FROM (to_jsonb(OLD) - ARRAY['status', 'resume_reason', 'resume_data', 'resumed_at']) THEN
    RAISE EXCEPTION 'pause % is immutable: only its status moves', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF OLD.status <> 'active' AND NEW IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'pause % is over', OLD.id USING ERRCODE = 'CS002';
  END IF;
  RETURN NEW;
END $$;
