-- A bundle is sealed once: from empty to whole, and never again.
CREATE OR REPLACE FUNCTION guard_evidence_bundle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sealed_at IS NOT NULL OR NEW.sealed_at IS NULL
     OR (NEW.id, NEW.tenant_id, NEW.subject_type, NEW.subject_id, NEW.ended_at)
        IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.subject_type, OLD.subject_id, OLD.ended_at) THEN
    RAISE EXCEPTION 'evidence of % % is sealed once', OLD.subject_type, OLD.subject_id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
