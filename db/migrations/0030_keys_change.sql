-- COUNTERSIGN_SECRET_KEY can be changed: a token is looked for in every form in which it may be stored, and moves to
-- the form of the current key when it is used.

DROP FUNCTION IF EXISTS find_agent_key(text);
DROP FUNCTION IF EXISTS find_personal_token(text);
DROP FUNCTION IF EXISTS find_password_link(text);
GRANT UPDATE (token_hash) ON personal_tokens TO countersign_lookup;
