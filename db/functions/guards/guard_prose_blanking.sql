-- Lets one change pass and no other: the prose of an action that ended longer ago than its tenant's period goes.
CREATE OR REPLACE FUNCTION guard_prose_blanking() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_blanked constant text[] := ARRAY['reason', 'evidence_json', 'conversation_ref', 'prose_blanked_at'];
BEGIN
  IF OLD.status NOT IN ('rejected', 'expired', 'cancelled', 'superseded', 'applied', 'stale')
     OR to_jsonb(NEW) - v_blanked IS DISTINCT FROM to_jsonb(OLD) - v_blanked
     OR NEW.reason <> '' OR NEW.evidence_json <> '[]' OR NEW.conversation_ref IS NOT NULL
     OR NEW.prose_blanked_at IS NULL OR OLD.prose_blanked_at IS NOT NULL
     OR NOT EXISTS (
          SELECT 1 FROM retention_periods r WHERE r.tenant_id = OLD.tenant_id AND r.kind = 'agent_prose'
            AND coalesce(OLD.applied_at, OLD.ended_at, OLD.decided_at)
              < clock_timestamp() - make_interval(hours => 24 * r.days)) THEN
    RAISE EXCEPTION 'proposed action % is immutable: only prose whose time is over goes', OLD.id
      USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
