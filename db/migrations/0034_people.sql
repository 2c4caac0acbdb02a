-- Who issued the link by which this person set their first password, until another administrator confirms whose hands
-- it is in: the issuer saw the link and may have used it. Null: nobody, or confirmed.
ALTER TABLE memberships ADD COLUMN first_link_by_user_id bigint REFERENCES users (id);

-- How often the role was given or taken. The seal of a role is bound to it, so that one from before a change proves
-- nothing afterwards; 0: not since this column, and seals from before it go on.
ALTER TABLE memberships ADD COLUMN role_changes integer NOT NULL DEFAULT 0;
-- They return it as well.
DROP FUNCTION IF EXISTS find_session(bigint, bigint);
DROP FUNCTION IF EXISTS find_personal_token(text[]);
