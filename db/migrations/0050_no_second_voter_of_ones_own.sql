-- Until when somebody last administered who does not now. keep_administered_until writes it.
ALTER TABLE memberships ADD COLUMN administered_until timestamptz;
CREATE TRIGGER memberships_keep_administered_until BEFORE UPDATE OF role, revoked_at ON memberships
  FOR EACH ROW EXECUTE FUNCTION keep_administered_until();

-- keep_former_credentials writes both. credentials_taken: how often the app's role emptied a password or an
-- authenticator app; the app reads it from a sealed word whether an administrator did so last. second_factor_anew_at:
-- when an app was set up in the place of one that was emptied so; infinity while none is.
ALTER TABLE users
  ADD COLUMN credentials_taken integer NOT NULL DEFAULT 0,
  ADD COLUMN second_factor_anew_at timestamptz;
GRANT SELECT (credentials_taken, second_factor_anew_at) ON users TO countersign_app;
-- Who took these away is not known: an administrator resets the app once more.
UPDATE users SET credentials_taken = 1, second_factor_anew_at = 'infinity'
  WHERE totp_secret_encrypted IS NULL AND EXISTS (SELECT 1 FROM unnest(former_credentials) f WHERE f LIKE 'app:%');
UPDATE users SET credentials_taken = 1
  WHERE password_hash IS NULL AND EXISTS (SELECT 1 FROM unnest(former_credentials) f WHERE f LIKE 'password:%');

ALTER TABLE administrator_words DROP CONSTRAINT administrator_words_about,
  ADD CONSTRAINT administrator_words_about CHECK (about IN ('asked_role', 'ended_office', 'confirmed_leave',
    'confirmed_recovery', 'confirmed_first_link', 'took_away_app'));
