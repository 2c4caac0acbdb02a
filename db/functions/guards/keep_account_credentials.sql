-- Credentials of a NetSuite account are sealed once for their row: the app's role neither replaces them nor copies
-- those of an account out of use into a new row, which would make that account the present one. Blanking them is
-- allowed, and so is sealing them again by the tables' owner, when the secret key changes.
CREATE OR REPLACE FUNCTION keep_account_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.sealed_hashes := OLD.sealed_hashes;
    IF NEW.sealed IS NULL OR NEW.sealed = OLD.sealed THEN
      RETURN NEW;
    END IF;
    IF current_user = 'countersign_app' THEN
      RAISE EXCEPTION 'the credentials of NetSuite account % stay as they were set', OLD.id USING ERRCODE = 'CS001';
    END IF;
    NEW.sealed_hashes := NEW.sealed_hashes || hashed(NEW.sealed);
    RETURN NEW;
  END IF;
  IF EXISTS (SELECT 1 FROM netsuite_accounts n
             WHERE n.tenant_id = NEW.tenant_id AND hashed(NEW.sealed) = ANY (n.sealed_hashes)) THEN
    RAISE EXCEPTION 'credentials that were set before are not set again by copying them' USING ERRCODE = 'CS001';
  END IF;
  NEW.sealed_hashes := CASE WHEN NEW.sealed IS NULL THEN '{}' ELSE ARRAY[hashed(NEW.sealed)] END;
  RETURN NEW;
END $$;
