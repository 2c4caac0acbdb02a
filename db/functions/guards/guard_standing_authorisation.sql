-- A signature says what it said, and one that was revoked stays revoked.
CREATE OR REPLACE FUNCTION guard_standing_authorisation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.action_types, NEW.risk_level_max, NEW.per_day_max, NEW.policy_version,
      NEW.signed_by_user_id, NEW.signed_by_label, NEW.created_at, NEW.expires_at)
     IS DISTINCT FROM
     (OLD.id, OLD.tenant_id, OLD.action_types, OLD.risk_level_max, OLD.per_day_max, OLD.policy_version,
      OLD.signed_by_user_id, OLD.signed_by_label, OLD.created_at, OLD.expires_at)
     OR OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'standing authorisation % is immutable: it is only revoked, once', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
