-- A link names one user of a provider and one person for good, and one that has ended stays ended.
CREATE OR REPLACE FUNCTION guard_channel_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (to_jsonb(NEW) - ARRAY['ended_at', 'ended_by_label', 'seal'])
     IS DISTINCT FROM (to_jsonb(OLD) - ARRAY['ended_at', 'ended_by_label', 'seal']) THEN
    RAISE EXCEPTION 'link % is immutable: it only ends', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF OLD.ended_at IS NOT NULL AND NEW.ended_at IS DISTINCT FROM OLD.ended_at THEN
    RAISE EXCEPTION 'link % has ended', OLD.id USING ERRCODE = 'CS002';
  END IF;
  RETURN NEW;
END $$;
