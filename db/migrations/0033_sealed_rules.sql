-- Standing authorisations and policies carry the app's seal (docs/adr/0066). Those that are in force get theirs from
-- the migrator, which has the key.
ALTER TABLE standing_authorisations ADD COLUMN seal text;
-- The seal holds the row's id, and so it follows the insertion. One of the role's own making is worth nothing.
GRANT UPDATE (seal) ON standing_authorisations TO countersign_app;

ALTER TABLE policies ADD COLUMN seal text;
-- A version never changes, but for its seal, which the owner replaces when the secret key changes.
DROP TRIGGER policies_append_only ON policies;
CREATE TRIGGER policies_append_only BEFORE DELETE OR TRUNCATE ON policies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER policies_guard BEFORE UPDATE ON policies FOR EACH ROW EXECUTE FUNCTION guard_policy();
DROP FUNCTION IF EXISTS publish_policy(text, text, text, bigint);
ALTER TYPE decision_context ADD ATTRIBUTE policy_seal text;
