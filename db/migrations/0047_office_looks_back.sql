-- Somebody who has been in office for 24 hours counts for seven days more, even if their office began anew since.
ALTER TABLE memberships ADD COLUMN seasoned_until timestamptz;

-- The functions from before took no word on whether the app knows the role that is stored.
DROP FUNCTION IF EXISTS set_role(bigint, text, text, text, text, bigint);
DROP FUNCTION IF EXISTS confirm_role(bigint, text, text, text, bigint);
DROP FUNCTION IF EXISTS give_role(bigint, bigint, text, text, text, bigint[]);
DROP FUNCTION IF EXISTS end_membership(bigint, text, bigint);
DROP FUNCTION IF EXISTS people_in_office(bigint);

-- A code of an authenticator app that was used stays used.
CREATE TRIGGER codes_stay_used BEFORE UPDATE OF totp_last_step ON users
  FOR EACH ROW WHEN (NEW.totp_last_step < OLD.totp_last_step AND current_user = 'countersign_app')
  EXECUTE FUNCTION refuse_revival();
