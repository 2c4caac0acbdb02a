-- COUNTERSIGN_SECRET_KEY can be changed: a token is looked for in every form in which it may be stored, and moves to
-- the form of the current key when it is used.

DROP FUNCTION IF EXISTS find_agent_key(text);
DROP FUNCTION IF EXISTS find_personal_token(text);
DROP FUNCTION IF EXISTS find_password_link(text);
-- Every form in which the token stood before: none of them ever opens another row. The look-ups alone add to it.
ALTER TABLE personal_tokens ADD COLUMN former_hashes text[] NOT NULL DEFAULT '{}';
CREATE INDEX personal_tokens_by_former_hash ON personal_tokens USING gin (former_hashes);
GRANT UPDATE (token_hash, former_hashes) ON personal_tokens TO countersign_lookup;
