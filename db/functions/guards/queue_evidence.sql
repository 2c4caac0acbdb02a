-- A run or an action that ends waits for its evidence bundle from then on, by the commit of its end.
CREATE OR REPLACE FUNCTION queue_evidence() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'runs' THEN
    INSERT INTO evidence_bundles (tenant_id, subject_type, subject_id, ended_at)
      VALUES (NEW.tenant_id, 'run', NEW.id, NEW.ended_at) ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO evidence_bundles (tenant_id, subject_type, subject_id, ended_at)
      VALUES (NEW.tenant_id, 'proposed_action', NEW.id,
              coalesce(NEW.applied_at, NEW.ended_at, NEW.decided_at, clock_timestamp()))
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION queue_evidence() FROM PUBLIC;
