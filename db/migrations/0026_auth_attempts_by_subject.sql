-- One row per subject with a count that drains, instead of one row per try: the table's size follows from the number of
-- subjects, which strangers cannot raise. What was counted until now is minutes old.
DELETE FROM auth_attempts;
DROP INDEX auth_attempts_recent;
ALTER TABLE auth_attempts DROP COLUMN succeeded;
ALTER TABLE auth_attempts ADD COLUMN failures double precision NOT NULL DEFAULT 1;
ALTER TABLE auth_attempts ADD CONSTRAINT one_count_per_subject UNIQUE (subject);
CREATE INDEX auth_attempts_old ON auth_attempts (attempted_at);
GRANT UPDATE (failures, attempted_at) ON auth_attempts TO countersign_lookup;
DROP FUNCTION IF EXISTS record_auth_attempt(text, boolean);
DROP FUNCTION IF EXISTS count_failed_attempts(text, integer);
