-- A password or an authenticator secret that was replaced or forgotten does not come back: each is sealed anew
-- whenever it is set, so that the same text can only be a copy of an earlier row. The list also tells who came in
-- before, whatever is taken away from their row. Counts what the app's role empties: only the app's sealed word tells
-- whether an administrator did it. The owner who forgets an app is believed.
CREATE OR REPLACE FUNCTION keep_former_credentials() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_changed record;
BEGIN
  NEW.former_credentials := OLD.former_credentials;
  FOR v_changed IN
    SELECT 'password:' || hashed(OLD.password_hash) AS old, 'password:' || hashed(NEW.password_hash) AS new
      WHERE OLD.password_hash IS DISTINCT FROM NEW.password_hash
    UNION ALL
    SELECT 'app:' || hashed(OLD.totp_secret_encrypted), 'app:' || hashed(NEW.totp_secret_encrypted)
      WHERE OLD.totp_secret_encrypted IS DISTINCT FROM NEW.totp_secret_encrypted
  LOOP
    IF v_changed.new = ANY (OLD.former_credentials) THEN
      RAISE EXCEPTION 'person % gets no earlier credentials back', OLD.id USING ERRCODE = 'CS001';
    END IF;
    IF v_changed.old IS NOT NULL THEN
      NEW.former_credentials := NEW.former_credentials || v_changed.old;
    END IF;
  END LOOP;
  IF NEW.oidc_subject IS DISTINCT FROM OLD.oidc_subject AND OLD.oidc_subject IS NOT NULL THEN
    NEW.former_credentials := NEW.former_credentials
      || ('provider:' || hashed(OLD.oidc_issuer || ' ' || OLD.oidc_subject));
  END IF;
  IF current_user = 'countersign_app'
     AND (OLD.password_hash IS NOT NULL AND NEW.password_hash IS NULL
          OR OLD.totp_secret_encrypted IS NOT NULL AND NEW.totp_secret_encrypted IS NULL) THEN
    NEW.credentials_taken := OLD.credentials_taken + 1;
  END IF;
  IF OLD.totp_secret_encrypted IS NOT NULL AND NEW.totp_secret_encrypted IS NULL THEN
    NEW.second_factor_anew_at := CASE WHEN current_user = 'countersign_app' THEN 'infinity'::timestamptz END;
  ELSIF OLD.totp_secret_encrypted IS NULL AND NEW.totp_secret_encrypted IS NOT NULL
        AND OLD.second_factor_anew_at = 'infinity' THEN
    NEW.second_factor_anew_at := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;
